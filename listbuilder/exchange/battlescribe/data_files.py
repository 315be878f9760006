"""Find game data: files, folders, ZIP archives and working copies of data repositories → the bytes of each file.

Archives are read in bounds and nothing is put on disk.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path, PurePosixPath

from listbuilder.base.errors import DocumentError
from listbuilder.base.records import record
from listbuilder.exchange.battlescribe.archives import DAMAGED, METHODS, ZIP
from listbuilder.exchange.battlescribe.data_records import DataFile
from listbuilder.exchange.battlescribe.markup import GAME_DATA
from listbuilder.exchange.battlescribe.read_data import read_data
from listbuilder.storage.reading import refuse_one

SYSTEM, CATALOGUE = (".gst", ".gstz"), (".cat", ".catz")
PLAIN, PACKED = (".gst", ".cat", ".json"), (".gstz", ".catz", ".zip")
MOST_FILES, MOST_UNPACKED = 2_000, 512 << 20


@record
class GameData:
    """One game system with its catalogues, and what was passed over."""

    system: DataFile
    catalogues: tuple[DataFile, ...]
    passed_over: tuple[str, ...]

    @property
    def files(self) -> tuple[DataFile, ...]:
        """The system and its catalogues."""
        return (self.system, *self.catalogues)


def find_game_data(sources: Iterable[Path]) -> GameData:
    """The one game system in some files, folders and archives; DocumentError if there is none, or several.

    Where several systems lie in one folder, the one that is named as a file counts, with the catalogues that are its.
    """
    named: list[DataFile] = []
    found: dict[str, DataFile] = {}
    passed: list[str] = []
    for source in sources:
        for label, raw in _read_source(source):
            try:
                data = read_data(raw, label)
            except DocumentError as error:
                if source.is_file() and source.suffix.lower() != ".zip":
                    raise
                passed.append(f"{label}: {error.findings[0].message}")
                continue
            if data.id in found and found[data.id].place.file != label:
                passed.append(f"{label}: has the id of {found[data.id].place.file}")
                continue
            found[data.id] = data
            if data.is_system and source.is_file() and source.suffix.lower() != ".zip":
                named.append(data)
    systems = named or [one for one in found.values() if one.is_system]
    if len(systems) != 1:
        raise _no_system(systems, passed)
    system = systems[0]
    mine = [one for one in found.values() if not one.is_system and one.system == system.id]
    if others := sum(one.system != system.id for one in found.values()):
        passed.append(f"{others} files belong to other game systems")
    return GameData(system=system, catalogues=tuple(sorted(mine, key=lambda one: one.name)), passed_over=tuple(passed))


def _no_system(systems: list[DataFile], passed: list[str]) -> DocumentError:
    if systems:
        names = ", ".join(f"{one.name} ({one.place.file})" for one in systems)
        return refuse_one(
            "data.system",
            f"there are {len(systems)} game systems here: {names}",
            "Name one of these files first.",
            None,
        )
    reasons = f": {'; '.join(passed[:3])}" if passed else ""
    hint = "Name the .gst file, or the folder or archive that it is in."
    return refuse_one("data.system", f"there is no game system here{reasons}", hint, None)


def _read_source(source: Path) -> Iterator[tuple[str, bytes]]:
    """The data in a source, with what to call each file."""
    if source.is_dir():
        every = sorted(
            one
            for one in source.rglob("*")
            if one.suffix.lower() in (*PLAIN, *PACKED[:2]) and ".git" not in one.parts and one.is_file()
        )
        if len(every) > MOST_FILES:
            raise refuse_one("data.too-large", f"{source} has {len(every)} files of data", "Name fewer.", str(source))
        for one in every:
            raw = _read_bytes(one)
            if one.suffix.lower() != ".json" or _is_data_json(raw):
                yield from _opened(str(one.relative_to(source)), raw)
    else:
        yield from _opened(source.name, _read_bytes(source))


def _is_data_json(raw: bytes) -> bool:
    """Whether a file in JSON has game data: a folder may hold any other."""
    return b'"gameSystem"' in raw[:400] or b'"catalogue"' in raw[:400]


def _read_bytes(path: Path) -> bytes:
    try:
        if path.stat().st_size > GAME_DATA.bytes:
            raise refuse_one("data.too-large", "the file is larger than any", "Split it.", str(path))
        return path.read_bytes()
    except OSError as error:
        raise refuse_one(
            "file.unreadable", f"{path} can't be read: {error.strerror}", "Check the path.", str(path)
        ) from error


def _opened(label: str, raw: bytes) -> Iterator[tuple[str, bytes]]:
    """A file, or the files of data in an archive."""
    if not raw.startswith(ZIP):
        yield label, raw
        return
    left = MOST_UNPACKED
    try:
        with zipfile.ZipFile(BytesIO(raw)) as archive:
            inside = [
                one for one in archive.infolist() if not one.is_dir() and not one.filename.startswith("__MACOSX/")
            ]
            if len(inside) > MOST_FILES or any(one.compress_type not in METHODS for one in inside):
                raise _archive_error(f"has more than {MOST_FILES} files, or is packed in a way that nobody uses", label)
            wanted = [one for one in inside if PurePosixPath(one.filename).suffix.lower() in PLAIN]
            for one in wanted or inside[:1]:
                with archive.open(one) as entry:
                    unpacked = entry.read(min(left, GAME_DATA.bytes) + 1)
                left -= len(unpacked)
                if left < 0 or len(unpacked) > GAME_DATA.bytes:
                    raise _archive_error("unpacks to more than any data", label)
                if PurePosixPath(one.filename).suffix.lower() != ".json" or _is_data_json(unpacked):
                    yield PurePosixPath(one.filename).name, unpacked
    except DAMAGED as error:
        raise _archive_error("is damaged", label) from error


def _archive_error(why: str, file: str) -> DocumentError:
    return refuse_one("data.archive", f"the archive {why}", "Get it again, or unpack it yourself.", file)
