"""The names that preprocessed C declares at file scope."""

import re

IDENTIFIER = re.compile(r"[A-Za-z_]\w*")


def tokens(text):
    text = re.sub(r"^\s*#.*", "", text, flags=re.MULTILINE)  # pragmas
    text = re.sub(r'"(\\.|[^"\\])*"|\'(\\.|[^\'\\])*\'', "0", text)
    return re.findall(r"[A-Za-z_]\w*|[0-9][\w.+-]*|[^\s\w]", text)


def declarations(text):
    """Lists of tokens, one for each declaration or function, with bodies of functions left out."""
    current, depth = [], 0
    for token in tokens(text):
        current.append(token)
        depth += (token in "({[") - (token in ")}]")
        is_function = (
            token == "}" and depth == 0 and "(" in outer(current) and "=" not in outer(current)
        )
        if depth == 0 and (token == ";" or is_function):
            yield current
            current = []


def outer(declaration):
    """The tokens that are in no braces or brackets, and attributes left out; parentheses stay."""
    kept, depth, skipped = [], 0, 0
    for token in declaration:
        if token == "__attribute__":
            skipped = -1
        elif skipped:
            skipped = max(skipped, 0) + (token == "(") - (token == ")")
        else:
            depth -= token in "}]"
            if depth == 0 and token not in "}]":
                kept.append(token)
            depth += token in "{["
            if token == "[" and depth == 1:
                kept.append("]")
    return kept


def names_of(declaration):
    """What one declaration declares, `extern` and non-static functions included."""
    names = set()
    plain = outer(declaration)
    if not plain or plain[0] == "_Static_assert":
        return names
    for i, token in enumerate(declaration):
        if token in ("struct", "union", "enum") and i + 1 < len(declaration):
            tag = declaration[i + 1]
            if IDENTIFIER.match(tag) and i + 2 < len(declaration) and declaration[i + 2] == "{":
                names.add(tag)
        if token == "enum":
            names |= enumerators(declaration[i:])
    if "(" in plain and "=" not in plain[: plain.index("(")]:
        at = plain.index("(")
        pointer = plain[at + 1] == "*" and plain[0] == "typedef"
        names.add(plain[at + 2] if pointer else plain[at - 1])
    else:
        end = (
            plain.index("=")
            if "=" in plain
            else plain.index("]")
            if "]" in plain
            else plain.index(";")
        )
        if IDENTIFIER.match(plain[end - 1]):
            names.add(plain[end - 1])
    return names - {"struct", "union", "enum", "int", "char", "double", "float"}


def enumerators(declaration):
    if "{" not in declaration[:3]:
        return set()
    names, depth = set(), 0
    for before, token in zip(declaration, declaration[1:]):
        depth += (before in "({[") - (before in ")}]")
        if depth == 0 and before == "}":
            break
        if depth == 1 and before in "{," and IDENTIFIER.match(token):
            names.add(token)
    return names


def names_in(text):
    return set().union(*map(names_of, declarations(text)))
