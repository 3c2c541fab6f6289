#!/usr/bin/env python3
"""Writes the pages of section 3 of the manual from include/lanescan.h.

    man.py include/lanescan.h --list      the names of the files, one a line
    man.py include/lanescan.h FOLDER      writes them into the folder

lanescan(3) is the comment that opens the header. A section with one subject is one page; where a
section has several functions with descriptions of their own under headings, each of these has a
page, and the types another. A page bears the name of its first function; the other names on it lead
there."""

import os
import re
import sys
import textwrap

import header

WIDTH = 76  # of prototypes, so that a page fits a terminal of 80 columns


class Page:
    """One page: its names (the first is the file's), a few words, parts for the synopsis and for
    the description."""

    def __init__(self, names, words, parts):
        self.names, self.words, self.parts = names, words, parts


def type_name(parts):
    """The first struct that these parts define."""
    found = re.search(
        r"typedef struct (\w+)", "\n".join(line for part in parts for line in part.code)
    )
    return found and found[1]


def has_headings(part):
    return bool(part.functions()) and any(isinstance(block, header.Entry) for block in part.body())


def few_words(text):
    """As the NAME line has it: no capital unless it belongs to the word."""
    return text[0].lower() + text[1:] if text[1:2].islower() or text[1:2] == " " else text


def page_of_section(title, parts):
    names = [name for part in parts for name in part.functions()]
    types = type_name(parts)
    return Page(names + [types] * bool(types), few_words(title), parts)


def pages_of_subjects(title, parts):
    """The types on one page, each function with headings on its own; where there are no types, what
    is said of all functions is on each page. What is said to be the same as something else is on
    the page of the function that it names.
    """
    pages, types = [], [part for part in parts if not part.functions()]
    of_all = []
    if type_name(types):
        pages.append(Page([type_name(types)], few_words(title), types))
    else:
        of_all = types
    for part in parts:
        if not part.functions():
            continue
        named = re.search(r"\blanescan_\w+", " ".join(part.comment))
        home = [page for page in pages if named and named[0] in page.names]
        if part.first_words().startswith("The same") and home:
            home[0].names += part.functions()
            home[0].parts.append(part)
        else:
            pages.append(Page(part.functions(), few_words(part.first_words()), of_all + [part]))
    return pages


def all_pages(parts):
    pages = []
    for title, members in header.sections(parts):
        several = sum(has_headings(part) for part in members) > 1
        pages += pages_of_subjects(title, members) if several else [page_of_section(title, members)]
    return pages


# ---- roff ----


def roff(text):
    """Text as groff prints it unchanged. Hyphens between letters stay hyphens; all others are minus
    signs."""
    text = text.replace("\\", "\\e")
    text = re.sub(r"(?<![A-Za-z])-|-(?![A-Za-z])", r"\\-", text)
    text = text.replace("`", "\\(ga").replace("^", "\\(ha").replace("~", "\\(ti")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.M)


def code(text):
    """Lines of C: every hyphen is a minus sign."""
    return re.sub(
        r"^([.'])",
        r"\\&\1",
        text.replace("\\", "\\e")
        .replace("-", "\\-")
        .replace("'", "\\(aq")
        .replace("^", "\\(ha")
        .replace("~", "\\(ti"),
        flags=re.M,
    )


def sentences(text):
    """One sentence a line, as manual pages are written."""
    return roff(re.sub(r'(?<=[a-z0-9)\]"][.]) (?=[A-Z])', "\n", text))


def description(part):
    lines = []
    for block in part.body():
        if isinstance(block, header.Entry):
            lines.append(f".TP 16\n.B {roff(block.key)}\n{sentences(block.text)}")
        else:
            lines.append(f".PP\n{sentences(block)}")
    return lines


def wrapped(prototype):
    """Lines of a prototype that end between arguments."""
    whole_arguments = re.sub(r"(?<!,) ", "\0", prototype)
    return [
        line.replace("\0", " ")
        for line in textwrap.wrap(whole_arguments, WIDTH, subsequent_indent=" " * 8)
    ]


def synopsis(parts):
    lines = [".SH SYNOPSIS", ".nf", ".B #include <lanescan.h>"]
    for part in parts:
        prototypes = [line for prototype in header.prototypes(part) for line in wrapped(prototype)]
        text = "\n".join(prototypes or part.code)
        if text:
            lines += [".PP", code(text)]
    return lines + [".fi", ".PP", "Link with", ".BR \\-llanescan ."]


def head(name, version):
    return [f'.TH {name} 3 "" "lanescan {version}" "lanescan"', ".nh", ".ad l", ".SH NAME"]


def see_also(names):
    names = [f".BR {name} (3)" for name in names]
    return ['.SH "SEE ALSO"', " ,\n".join(names)]


def text_of(page, pages, version):
    lines = (
        head(page.names[0], version)
        + [", ".join(page.names) + " \\- " + roff(page.words)]
        + synopsis(page.parts)
    )
    lines.append(".SH DESCRIPTION")
    for part in page.parts:
        if part is not page.parts[0] and part.comment:
            lines.append(".SS " + ", ".join(part.names()))
        lines += description(part)
    near = [other.names[0] for other in pages if other is not page]
    return "\n".join(lines + see_also(["lanescan"] + near)) + "\n"


def overview(first, pages, version):
    words, *rest = first.body()
    words, detail = re.match(r"lanescan: ([^,.]+(?:, [^,.]+)*?), at (.*)", words).groups()
    lines = head("lanescan", version) + [
        "lanescan \\- " + roff(words),
        ".SH SYNOPSIS",
        ".nf",
        ".B #include <lanescan.h>",
        ".fi",
        ".PP",
        "Link with",
        ".BR \\-llanescan .",
        ".SH DESCRIPTION",
        sentences(words[0].upper() + words[1:] + ", at " + detail),
    ]
    first.comment = first.comment[
        next(i for i, line in enumerate(first.comment) if not line.strip()) :
    ]
    lines += description(first) + [".SH FUNCTIONS"]
    for page in pages:
        lines += [".TP", f".BR {page.names[0]} (3)", roff(page.words)]
    return "\n".join(lines) + "\n"


def files(path):
    parts, version = header.parse(path), header.version(path)
    pages = all_pages(parts)
    result = {"lanescan.3": overview(parts[0], pages, version)}
    for page in pages:
        result[page.names[0] + ".3"] = text_of(page, pages, version)
        for name in page.names[1:]:
            result[name + ".3"] = f".so man3/{page.names[0]}.3\n"
    return result


def main():
    contents = files(sys.argv[1])
    if sys.argv[2] == "--list":
        print("\n".join(contents))
        return
    for name, text in contents.items():
        with open(os.path.join(sys.argv[2], name), "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    main()
