"""Static files under names that change with their content."""

from pathlib import Path

from django.core.files.storage import FileSystemStorage

from spades_site.common.server.storage import HashedStaticFilesStorage

LENGTH = 20
"""Of a chain of imports, longer than any of ours."""


def test_files_are_collected_in_whatever_order_the_file_system_lists_them(tmp_path: Path) -> None:
    # The worst order: each file before the one that it imports.
    names = [f"{number:02}.js" for number in range(LENGTH)]
    for name, imported in zip(names, [*names[1:], None], strict=True):
        (tmp_path / name).write_text(f'import "./{imported}";\n' if imported else "export {};\n")
    here = FileSystemStorage(tmp_path)
    storage = HashedStaticFilesStorage(location=tmp_path, base_url="/static/")
    faults = [
        fault
        for _name, _hashed, fault in storage.post_process({name: (here, name) for name in names})
        if isinstance(fault, Exception)
    ]
    assert faults == []
    # The chain leads from one hashed name to the next.
    first = next(tmp_path.glob("00.*.js"))
    assert list(tmp_path.glob(first.read_text().split('"')[1])) == list(tmp_path.glob("01.*.js"))
