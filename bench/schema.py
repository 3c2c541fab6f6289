"""As much of JSON Schema (draft 7) as results.schema.json uses, without any package.

A keyword that is not known here is an error of the schema, so that nothing in it is passed over in
silence."""
import re

ANNOTATIONS = {"$schema", "title", "description", "definitions"}


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


TYPES = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "number": is_number,
    "integer": lambda value: is_number(value) and value == int(value),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
}


def same(a, b):
    return a == b and isinstance(a, bool) == isinstance(b, bool)


def check_keyword(keyword, wanted, value):
    """A sentence about what is wrong with this value alone, or None."""
    shown = repr(value) if not isinstance(value, (dict, list)) else "this"
    if keyword == "type":
        names = [wanted] if isinstance(wanted, str) else wanted
        if not any(TYPES[name](value) for name in names):
            return f"{shown} is not of type {' or '.join(names)}"
    elif keyword == "const":
        if not same(value, wanted):
            return f"{shown} is not {wanted!r}"
    elif keyword == "enum":
        if not any(same(value, one) for one in wanted):
            return f"{shown} is none of {', '.join(map(str, wanted))}"
    elif keyword == "pattern":
        if isinstance(value, str) and not re.search(wanted, value):
            return f"{shown} does not match {wanted}"
    elif keyword == "minimum":
        if is_number(value) and value < wanted:
            return f"{shown} is below {wanted}"
    elif keyword == "exclusiveMinimum":
        if is_number(value) and value <= wanted:
            return f"{shown} is not above {wanted}"
    elif keyword == "minItems":
        if isinstance(value, list) and len(value) < wanted:
            return f"there are {len(value)} items, not at least {wanted}"
    else:
        raise ValueError(f"the schema's keyword {keyword} is not known")
    return None


def errors(value, schema, root=None, where=""):
    """Yields 'rows[3].n: ...' for everything that the schema forbids."""
    root = schema if root is None else root
    for keyword, wanted in schema.items():
        if keyword in ANNOTATIONS:
            continue
        if keyword == "$ref":
            target = root
            for name in wanted.split("/")[1:]:
                target = target[name]
            yield from errors(value, target, root, where)
        elif keyword == "oneOf":
            if sum(not any(errors(value, one, root, where)) for one in wanted) != 1:
                yield f"{where}: {value!r} is not one of what it may be"
        elif keyword == "required":
            if isinstance(value, dict):
                for name in wanted:
                    if name not in value:
                        yield f"{where or 'the file'}: {name} is missing"
        elif keyword == "properties":
            if isinstance(value, dict):
                for name, part in wanted.items():
                    if name in value:
                        yield from errors(
                            value[name], part, root, f"{where}.{name}" if where else name
                        )
        elif keyword == "additionalProperties":
            if wanted is not False:
                raise ValueError("additionalProperties can only be false")
            if isinstance(value, dict):
                for name in sorted(value.keys() - schema.get("properties", {}).keys()):
                    yield f"{where or 'the file'}: {name} is not known"
        elif keyword == "items":
            if isinstance(value, list):
                for i, item in enumerate(value):
                    yield from errors(item, wanted, root, f"{where}[{i}]")
        else:
            sentence = check_keyword(keyword, wanted, value)
            if sentence:
                yield f"{where or 'the file'}: {sentence}"
