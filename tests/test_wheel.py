"""The wheel carries everything the product needs; it is built and run here without a network."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True, timeout=300)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel's contents alone in a folder, as site-packages would have them."""
    folder = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def run(installed: Path, code: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Runs Python with the wheel in front of the checkout, in an empty folder."""
    program = f"import sys; sys.path.insert(0, {str(installed)!r}); {code}"
    return subprocess.run(
        [sys.executable, "-c", program], cwd=cwd, check=False, capture_output=True, text=True, timeout=300
    )


def test_every_file_of_the_package_is_in_the_wheel(wheel: Path) -> None:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "src/followthrough"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split("\n")
    wanted = {name.removeprefix("src/") for name in listed if name and (ROOT / name).is_file()}
    assert wanted
    with zipfile.ZipFile(wheel) as archive:
        assert not sorted(wanted - set(archive.namelist()))


def test_the_licence_travels_with_the_wheel(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        assert [n for n in archive.namelist() if n.endswith("licenses/LICENSE")]


def test_the_installed_package_runs_without_the_checkout(installed: Path, tmp_path: Path) -> None:
    where = run(installed, "import followthrough; print(followthrough.__file__)", tmp_path)
    assert where.stdout.strip().startswith(str(installed)), where.stderr


def test_the_installed_package_reads_its_samples_and_answers(installed: Path, tmp_path: Path) -> None:
    def command(*arguments: str) -> str:
        program = f"sys.argv = {['followthrough', *arguments]!r}; from followthrough.cli import main; main()"
        done = run(installed, f"import os; os.environ['FOLLOWTHROUGH_DATA_DIR'] = 'data'; {program}", tmp_path)
        assert done.returncode == 0, done.stderr
        return done.stdout

    command("ingest", str(installed / "followthrough" / "samples" / "it_support"))
    assert "7:30" in command("ask", "When is the service desk open?")
