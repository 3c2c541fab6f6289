#!/usr/bin/env python3
"""Turns lanescan.h's comments into what Doxygen understands; Doxyfile names it as INPUT_FILTER.

    doxygen_filter.py include/lanescan.h
    doxygen_filter.py include/lanescan.hpp       a page: the comment of each section, calls as code

Each section becomes a group with the section's comment as its description. A function right below a
section's heading has the formula as its brief description; every other comment is put above each
declaration it is about."""

import re
import sys

import header

SPECIAL = re.compile(r'[\\@&$#<>%"]')


def quoted(text, names):
    """Text that Doxygen shows as it is, with links to the names of the header."""
    text = SPECIAL.sub(r"\\\g<0>", text)
    text = re.sub(r"`([^`]*)`", r"<tt>\1</tt>", text)
    return re.sub(
        r"\b(?:lanescan_|LANESCAN_)\w+(?:\(\))?",
        lambda found: "#" + found[0] if found[0].removesuffix("()") in names else found[0],
        text,
    )


def paragraphs(blocks, names):
    """Lines of a Doxygen comment."""
    lines, in_list = [], False
    for block in blocks:
        nested = isinstance(block, header.Entry) and block.depth
        if in_list and not nested:
            lines.append("</dl>")
        if nested and not in_list:
            lines.append("<dl>")
        in_list = nested
        if nested:
            lines.append(f"<dt>{quoted(block.key, names)}</dt><dd>{quoted(block.text, names)}</dd>")
        elif isinstance(block, header.Entry):
            lines += [f"\\par {quoted(block.key, names)}", quoted(block.text, names), ""]
        else:
            lines += [quoted(block, names), ""]
    return lines + ["</dl>"] * in_list


def comment(lines):
    return "/** " + "\n".join(lines).rstrip() + " */"


def declaration(lines):
    """One declaration; a comment on a line of its own is about what follows, one at a line's end
    about what stands before it."""
    code = "\n".join(lines).replace("LANESCAN_API ", "")
    code = re.sub(
        r"^( *)/\* (.*?) \*/$",
        lambda found: f"{found[1]}/** " + SPECIAL.sub(r"\\\g<0>", found[2]) + " */",
        code,
        flags=re.M,
    )
    return re.sub(
        r"/\* (.*?) \*/", lambda found: "/**< " + SPECIAL.sub(r"\\\g<0>", found[1]) + " */", code
    )


def described(part, names):
    """The declarations of a part, each below its description."""
    blocks = part.body()
    if part.title:
        formula = next(
            (
                block.text
                for block in blocks
                if isinstance(block, header.Entry) and block.key == "Formula"
            ),
            None,
        )
        about = ["\\brief " + quoted(formula or part.title, names)]
    else:
        about = paragraphs(blocks, names)
    for lines in part.declarations():
        print(comment(about))
        print(declaration(lines))


def group_name(title):
    return "lanescan_" + re.sub("[^a-z]+", "_", title.lower())


def page(parts):
    """The C++ header: its functions are templates, whose declarations say little; what users read
    is in the comments that open its sections."""
    print("/** \\page lanescan_hpp C++: lanescan.hpp")
    for part in [parts[0]] + [part for part in parts[1:] if part.title and part.comment]:
        if part.title:
            print(f"\\section {group_name(part.title)}_hpp {quoted(part.title, set())}")
        for paragraph in "\n".join(part.comment).strip("\n").split("\n\n"):
            lines = paragraph.split("\n")
            if lines[0].startswith("    "):
                print("\n".join(["\\code{.cpp}", *lines, "\\endcode"]))
            else:
                print("\n".join(paragraphs(header.Part(None, lines, []).body(), set())))
    print("*/")


def main():
    parts = header.parse(sys.argv[1])
    if sys.argv[1].endswith(".hpp"):
        page(parts)
        return
    names = {
        name
        for part in parts
        for name in re.findall(r"\b(?:lanescan_|LANESCAN_)\w+", "\n".join(part.code))
    }
    first, rest = parts[0], parts[1:]
    print("/** \\file */")
    titles = [title for title, _ in header.sections(parts)]
    print(
        comment(
            ["\\mainpage"]
            + paragraphs(first.body(), names)
            + ["", "\\par Sections"]
            + [f"- \\ref {group_name(title)}" for title in titles]
        )
    )
    opened = False
    for part in rest:
        if part.title:
            if opened:
                print("/** \\} */")
            opened = True
            print(
                comment(
                    [f"\\defgroup {group_name(part.title)} {quoted(part.title, names)}", ""]
                    + paragraphs(part.body(), names)
                )
            )
            print("/** \\addtogroup " + group_name(part.title) + " */\n/** \\{ */")
        described(part, names)
    print("/** \\} */")


if __name__ == "__main__":
    main()
