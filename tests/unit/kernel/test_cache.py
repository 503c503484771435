"""The kernel cache on disks that fail: the answer comes all the same, and never from other code than that asked for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from support.planted import CALL, Copy, ended, plant

READ_ONLY = """
import errno, os, sys

def refuse(event, arguments):
    cache = os.environ["NUMBA_CACHE_DIR"]
    opens = event == "open" and arguments[2] & (os.O_WRONLY | os.O_RDWR)
    writes = opens or event in ("os.mkdir", "os.rename", "os.remove")
    if writes and str(arguments[0]).startswith(cache):
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), arguments[0])

sys.addaudithook(refuse)
"""
"""Refuses what a file system refuses that is mounted for reading only; root may do all else."""

NO_ROOM = """
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, resource.RLIM_INFINITY))
"""
"""Ends every file at 1000 bytes, as a disk does that fills up."""


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return plant(tmp_path)


def test_a_kernel_is_kept_in_one_file(copy: Copy) -> None:
    assert copy.run()[0] == "1.0 0"
    (file,) = copy.kept()
    assert file.is_relative_to(copy.cache)
    assert file.stat().st_mode & 0o777 == (copy.kernel / "planted.py").stat().st_mode & 0o777  # others may read it
    assert copy.run() == ("1.0 1", "")
    assert copy.kept() == [file]


def test_no_folder_at_all(copy: Copy) -> None:
    copy.cache.write_text("no folder")
    for answer in "1.0 0", "2.0 0":
        printed, told = copy.run()
        assert printed == answer
        assert len(told.splitlines()) == 1 and "can't be kept" in told and str(copy.cache) in told
        copy.edit()
    assert copy.run(1 << 12, NUMBA_BOUNDSCHECK="1")[0] == "IndexError"
    assert copy.kept() == []


def test_a_cache_for_reading_only_is_read(copy: Copy) -> None:
    assert copy.run()[0] == "1.0 0"
    kept = copy.kept()
    assert copy.run(before=READ_ONLY) == ("1.0 1", "")
    copy.edit()
    printed, told = copy.run(before=READ_ONLY)
    assert printed == "2.0 0"
    assert len(told.splitlines()) == 1 and "can't be kept" in told and "Read-only" in told
    assert copy.run(1 << 12, before=READ_ONLY, NUMBA_BOUNDSCHECK="1")[0] == "IndexError"
    assert copy.kept() == kept


def test_a_disk_that_fills_up(copy: Copy) -> None:
    pytest.importorskip("resource")
    printed, told = copy.run(before=NO_ROOM)
    assert printed == "1.0 0"
    assert len(told.splitlines()) == 2 and "first time" in told and "again in the next run" in told
    assert [path for path in copy.cache.rglob("*") if path.is_file()] == []  # nor half a file
    assert copy.run()[0] == "1.0 0"
    assert copy.run()[0] == "1.0 1"


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "truncated": lambda held: held[: len(held) // 2],
    "emptied": lambda held: b"",
    "zeroed": lambda held: bytes(len(held)),
    "zeroed at the end": lambda held: held[:-1000] + bytes(1000),
    "one bit in the middle": lambda held: (
        held[: len(held) // 2] + bytes([held[len(held) // 2] ^ 1]) + held[len(held) // 2 + 1 :]
    ),
    "something else": lambda held: b"something else",
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_replaced(copy: Copy, damage: str) -> None:
    assert copy.run()[0] == "1.0 0"
    for file in copy.kept():
        file.write_bytes(DAMAGES[damage](file.read_bytes()))
        assert copy.run()[0] == "1.0 0"
        assert copy.run() == ("1.0 1", "")


def test_a_damaged_file_that_can_not_be_replaced(copy: Copy) -> None:
    assert copy.run()[0] == "1.0 0"
    for file in copy.kept():
        file.unlink()
        file.mkdir()
        printed, told = copy.run()
        assert printed == "1.0 0" and "again in the next run" in told
        assert list(copy.cache.rglob("*.tmp")) == []


def test_processes_that_compile_at_once(copy: Copy) -> None:
    dtypes = ["float64", "float32", "int64", "int16"]
    answers = ["1.0", "1.0", "1", "1"]
    for hits in "01":  # all were kept: none wrote over what another had written
        running = [copy.start(dtype=dtype) for dtype in dtypes]
        assert [ended(process)[0] for process in running] == [f"{answer} {hits}" for answer in answers]


def test_a_process_that_writes_between_the_steps_of_another(copy: Copy) -> None:
    (copy.folder / "second.py").write_text(CALL.format(dtype="int64", place=0, before="", after=""))
    meanwhile = """
import pathlib, subprocess, sys

def run_the_second(event, arguments):
    name = pathlib.Path(str(arguments[0])).name if event == "open" else ""
    if second and "planted" in name and ".tmp" in name:
        subprocess.run([sys.executable, second.pop()], check=True, stdout=subprocess.DEVNULL)

second = ["second.py"]
sys.addaudithook(run_the_second)
"""
    assert copy.run(before=meanwhile)[0] == "1.0 0"
    assert copy.run(dtype="int64")[0] == "1 1"
    assert copy.run()[0] == "1.0 1"


def test_what_is_edited_while_the_program_runs_is_not_kept(copy: Copy) -> None:
    edit = f"import pathlib; pathlib.Path({str(copy.kernel / 'planted_part.py')!r}).open('a').write('# edited')"
    assert copy.run(before=edit)[0] == "1.0 0"
    assert copy.kept() == []


def test_the_notice_comes_once_and_only_where_kernels_are_compiled(copy: Copy) -> None:
    printed, told = copy.run(after="load('other', other)")
    assert printed == "1.0 0"
    assert len(told.splitlines()) == 1 and "for the first time" in told
    assert copy.run(after="load('other', other)") == ("1.0 1", "")
    other = next(file for file in copy.kept() if "other" in file.name)
    other.unlink()
    assert len(copy.run(after="load('other', other)")[1].splitlines()) == 1  # of the second only
    assert len(copy.run(dtype="int64")[1].splitlines()) == 1  # known for other argument types only


def test_is_cached_looks_at_the_kernel_itself(copy: Copy) -> None:
    ask = """
from patience_solver.kernel.compiled import is_cached
def namesake(): ...
namesake.__name__ = namesake.__qualname__ = "planted"
print(is_cached(planted), is_cached(other), is_cached(namesake))
"""
    assert copy.run(before=ask)[0].startswith("False False False")
    assert copy.run(before=ask)[0].startswith("True False False")
    for file in copy.kept():
        file.write_bytes(b"")
    assert copy.run(before=ask)[0].startswith("False False False")


def test_without_compilation(copy: Copy) -> None:
    call = "print(planted(numbers, 0))"
    copy.kernel.joinpath("planted.py").write_text(
        (copy.kernel / "planted.py").read_text() + "\nplanted.stats = type('', (), {'cache_hits': {}})\n"
    )
    assert copy.run(after=call, NUMBA_DISABLE_JIT="1") == ("1.0 0\n1.0", "")
    assert copy.kept() == []
