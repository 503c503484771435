"""What the README and the documents show is run: Python blocks, and commands with the output that is printed there."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import patience_solver
from patience_solver import errors

ROOT = Path(__file__).parent.parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
_FENCE = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def blocks(text: str, language: str) -> Iterator[tuple[int, str]]:
    """Yield the fenced blocks of a language: the line on which they begin, and what they hold."""
    for match in _FENCE.finditer(text):
        if match[1] == language:
            yield text.count("\n", 0, match.start(2)) + 1, match[2]


def failed_examples(text: str, name: str = "text") -> list[str]:
    """Run the Python blocks of a document one after the other, with the same names; return what went wrong."""
    names: dict[str, Any] = {"__name__": "document"}
    failures: list[str] = []
    for line, block in blocks(text, "python"):
        if ">>>" not in block:
            exec(compile("\n" * (line - 1) + block, name, "exec"), names)
            continue
        test = doctest.DocTestParser().get_doctest(block, names, name, name, line - 1)
        said: list[str] = []
        runner = doctest.DocTestRunner(optionflags=_FLAGS, verbose=False)
        runner.run(test, out=said.append, clear_globs=False)
        if runner.summarize(verbose=False).failed:
            failures.append("".join(said))
        names.update(test.globs)
    return failures


def failed_commands(text: str, folder: Path) -> list[str]:
    """Run the commands (`$ …`) of a document's console blocks in a folder; return those that print something else.

    A document's commands are run in one folder; `cat FILE` shows a file that later commands read, so it is written.
    """
    scripts = Path(sysconfig.get_path("scripts"))
    environment = os.environ | {"PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "100"}
    failures = []
    checker = doctest.OutputChecker()
    for line, block in blocks(text, "console"):
        code = 0
        for entry in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, expected = entry.partition("\n")
            if command.startswith("cat ") and not (folder / command[4:]).exists():
                (folder / command[4:]).write_text(expected, "utf-8")
            if command == "echo $?":
                printed = f"{code}\n"
            else:
                ended = subprocess.run(
                    command, shell=True, cwd=folder, env=environment, capture_output=True, text=True, check=False
                )
                printed, code = ended.stdout, ended.returncode
                if code in (2, 4, 70):
                    printed += ended.stderr
            if not checker.check_output(expected, printed, _FLAGS):
                failures.append(f"line {line}: {command}\nexpected:\n{expected}\nprinted:\n{printed}")
    return failures


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_python_blocks_run(path: Path) -> None:
    assert failed_examples(path.read_text("utf-8"), path.name) == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_commands_print_what_is_shown(path: Path, tmp_path: Path) -> None:
    assert failed_commands(path.read_text("utf-8"), tmp_path) == []


@pytest.mark.parametrize("path", [*DOCUMENTS, ROOT / "CHANGELOG.md"], ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", path.read_text("utf-8")):
        assert (path.parent / target).exists(), target


def test_the_api_page_has_every_public_name() -> None:
    shown = re.findall(r"^::: ([\w.]+)$", (ROOT / "docs" / "api.md").read_text("utf-8"), re.MULTILINE)
    names = {name.split(".")[-1] for name in shown} | set(errors.__all__)
    assert set(patience_solver.__all__) - names == set()


def test_the_readme_has_examples() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    assert len(list(blocks(text, "python"))) == 1
    assert len(list(blocks(text, "console"))) == 1
    assert len(list(blocks(text, "sh"))) == 2


def test_a_wrong_example_is_found(tmp_path: Path) -> None:
    assert len(failed_examples("```python\n>>> 1 + 1\n3\n\n```\n")) == 1
    assert failed_examples("```python\nx = 1\n```\n\n```python\n>>> x + 1\n2\n\n```\n") == []
    with pytest.raises(AssertionError):
        failed_examples("```python\nassert 1 == 2\n```\n")
    assert len(failed_commands("```console\n$ echo one\ntwo\n```\n", tmp_path)) == 1
    assert (
        failed_commands("```console\n$ cat a.txt\none\n$ cat a.txt\none\n$ false\n$ echo $?\n1\n```\n", tmp_path) == []
    )
