"""Reads include/lanescan.h: its sections, their comments and the declarations below each. For
man.py and doxygen_filter.py, so that the header is the only place where the interface is described.

What it relies on: a comment begins and ends at the left edge; one that says `---- Title ----` opens
a section; code that follows a comment without an empty line between is what the comment is about;
in comments, two blanks or more after the first words of a line make these a heading, and deeper
lines go on with its text."""

import re

SECTION = re.compile(r"---- (.+?) -+$")
ENTRY = re.compile(r"( {0,2})([A-Za-z][A-Za-z0-9, -]*?) {2,}(\S.*)$")
FUNCTION = re.compile(r"\b(lanescan_\w+)\(")
CONTINUED = 8  # blanks before a line that goes on with a heading's text


class Entry:
    """A heading and its text; depth is 0 at the left edge of the comment, else 1."""

    def __init__(self, depth, key, text):
        self.depth, self.key, self.text = depth, key, text


class Part:
    """A comment and the declarations below it. title: of the section that it opens, or None."""

    def __init__(self, title, comment, code):
        self.title, self.comment, self.code = title, comment, code

    def functions(self):
        """The names of the functions declared here."""
        return (
            FUNCTION.findall(" ".join(self.code))
            if any("LANESCAN_API " in line for line in self.code)
            else []
        )

    def names(self):
        """What is declared here: functions, else types and macros."""
        code = "\n".join(self.code)
        return self.functions() or re.findall(r"^(?:#define|typedef \w+) (\w+)", code, flags=re.M)

    def declarations(self):
        """The code as separate declarations, each a list of lines."""
        result, open_braces, unfinished = [], 0, False
        for line in self.code:
            if unfinished:
                result[-1].append(line)
            else:
                result.append([line])
            code = re.sub(r"/\*.*?\*/", "", line).rstrip()
            open_braces += code.count("{") - code.count("}")
            unfinished = open_braces > 0 or not (code.startswith("#") or code.endswith(";"))
        return result

    def body(self):
        """The comment as a list of paragraphs (str) and entries (Entry)."""
        result, paragraph = [], []

        def close():
            if paragraph:
                result.append(" ".join(paragraph))
                paragraph.clear()

        for line in self.comment:
            entry = ENTRY.match(line)
            if entry:
                close()
                result.append(Entry(1 if entry[1] else 0, entry[2], entry[3]))
            elif not line.strip():
                close()
            elif line.startswith(" " * CONTINUED) and result and not paragraph:
                result[-1].text += " " + line.strip()
            else:
                paragraph.append(line.strip())
        close()
        return result

    def first_words(self):
        """What the comment says first, up to a full stop, a colon or a semicolon."""
        first = next((block for block in self.body() if isinstance(block, str)), "")
        return re.split(r"[.:;](?:\s|$)", first)[0]


def comment_text(lines):
    """Comment lines without their decoration."""
    text = [re.sub(r"^ \*(?!/) ?", "", line) for line in lines]
    text[0] = text[0].removeprefix("/*").removeprefix(" ")
    text[-1] = re.sub(r" ?\*/$", "", text[-1])
    return text


def without_scaffold(text):
    """The header without include guards and what C++ needs. Blank lines stay."""
    text = re.sub(r"#ifdef __cplusplus\n.*?#endif\n", "", text, flags=re.S)
    text = re.sub(r"#if defined\(__GNUC__\)\n.*?#endif\n", "", text, flags=re.S)
    return re.sub(r"^#(ifndef|define) LANESCAN_H\n|^#include .*\n|^#endif$", "", text, flags=re.M)


def parse(path):
    """All parts in order; the first is the comment that opens the file."""
    parts, comment, inside, attached = [], [], False, False
    with open(path, encoding="utf-8") as file:
        lines = without_scaffold(file.read()).split("\n")
    for line in lines:
        if line.startswith("/*") and not inside:
            comment, inside = [], True
        if inside:
            comment.append(line)
            if line.endswith("*/"):
                inside, attached = False, True
                text = comment_text(comment)
                section = SECTION.match(text[0])
                parts.append(Part(section and section[1], text[1:] if section else text, []))
        elif not line:
            attached = False
        elif attached:
            parts[-1].code.append(line)
        else:
            parts.append(Part(None, [], [line]))
            attached = True
    return parts


def sections(parts):
    """[(title, parts)] of all sections; what comes before the first is left out."""
    result = []
    for part in parts:
        if part.title:
            result.append((part.title, []))
        if result:
            result[-1][1].append(part)
    return result


def version(path):
    """LANESCAN_VERSION."""
    with open(path, encoding="utf-8") as file:
        return re.search(r'#define LANESCAN_VERSION "([^"]+)"', file.read())[1]


def prototypes(part):
    """The declarations of functions, each on one line, as a user would write them."""
    joined = [" ".join(line.strip() for line in lines) for lines in part.declarations()]
    return [
        line.removeprefix("LANESCAN_API ") for line in joined if line.startswith("LANESCAN_API ")
    ]
