"""The container file and the compose files: checked always, and built where there is a builder that gets its base."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import yaml

from khlong.server.operations.settings import Settings
from tests.patience import PATIENCE
from tests.server.servers import await_health, free_port, running

from .conftest import ROOT, run

DEPLOY = ROOT / "deploy"
FILE = DEPLOY / "Dockerfile"
Instruction = tuple[str, str]


def stages() -> list[list[Instruction]]:
    """The instructions of each stage: what is to be done, and with what."""
    text = re.sub(r"^#.*\n", "", FILE.read_text(encoding="utf-8"), flags=re.MULTILINE).replace("\\\n", " ")
    found: list[list[Instruction]] = []
    for line in filter(str.strip, text.splitlines()):
        word, _, rest = line.partition(" ")
        if word == "FROM":
            found.append([])
        found[-1].append((word, " ".join(rest.split())))
    return found


def last_stage() -> dict[str, str]:
    return dict(stages()[-1])


def environment() -> dict[str, str]:
    """What the image sets."""
    return dict(each.split("=", 1) for each in shlex.split(last_stage()["ENV"]))


def health_check() -> list[str]:
    command: list[str] = json.loads(last_stage()["HEALTHCHECK"].partition("CMD")[2])
    return command


def compose(name: str) -> dict[str, Any]:
    services: dict[str, Any] = yaml.safe_load((DEPLOY / name).read_text(encoding="utf-8"))["services"]
    return services


def test_the_linter_finds_nothing_in_the_container_file() -> None:
    linter = Path(sys.executable).with_name("hadolint")
    assert json.loads(run(linter, "--format", "json", "--no-fail", FILE, cwd=ROOT)) == []
    spoilt = FILE.read_text(encoding="utf-8") + "RUN cd /tmp && sudo apt-get install curl\n"
    done = subprocess.run([linter, "-"], input=spoilt, capture_output=True, text=True, check=False)
    assert "DL3004" in done.stdout


def test_tools_stay_behind_and_nobody_is_root() -> None:
    build, last = stages()[0], last_stage()
    assert len(stages()) > 1
    assert any("pip wheel" in rest for word, rest in build if word == "RUN")
    assert last["COPY"].startswith("--from=build ")
    assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", last["USER"])
    assert json.loads(last["ENTRYPOINT"]) == ["khlong"]


def test_games_and_compiled_rules_are_on_the_volume_and_all_settings_exist() -> None:
    given, volume = environment(), Path(last_stage()["VOLUME"])
    assert Path(given["KHLONG_DATABASE"]).parent == volume
    assert Path(given["XDG_CACHE_HOME"]).is_relative_to(volume)
    known = {f"KHLONG_{name.upper()}" for name in Settings.model_fields}
    assert {name for name in given if name.startswith("KHLONG_")} <= known


def test_the_health_check_tells_a_server_from_none(tmp_path: Path) -> None:
    _, *arguments = health_check()
    with running(str(tmp_path / "games.sqlite3")) as server:
        port = server.base.rpartition(":")[2]
        asked = [sys.executable, *(each.replace("8000", port) for each in arguments)]
        assert subprocess.run(asked, capture_output=True, check=False).returncode == 0
    assert subprocess.run(asked, capture_output=True, check=False).returncode != 0


def test_the_compose_file_serves_from_the_volume_of_the_image() -> None:
    service = compose("compose.yaml")["khlong"]
    assert (DEPLOY / service["build"]["context"] / service["build"]["dockerfile"]).resolve() == FILE
    assert [volume.partition(":")[2] for volume in service["volumes"]] == [last_stage()["VOLUME"]]
    assert [port.partition(":")[2] for port in service["ports"]] == [last_stage()["EXPOSE"]]
    _check_settings(service)


def test_the_other_compose_file_puts_a_postgresql_in_the_place_of_the_sqlite_file() -> None:
    services = compose("compose.postgresql.yaml")
    assert set(services["khlong"]["depends_on"]) == {"database"} == set(services) - set(compose("compose.yaml"))
    assert services["khlong"]["environment"]["KHLONG_DATABASE"].startswith("postgresql://")
    assert services["khlong"]["command"][0] == "serve"
    _check_settings(services["khlong"])


def _check_settings(service: dict[str, Any]) -> None:
    assert set(service["environment"]) <= {f"KHLONG_{name.upper()}" for name in Settings.model_fields}


@pytest.mark.slow
def test_the_image_is_built_and_served_from_or_at_least_linted() -> None:
    test_the_linter_finds_nothing_in_the_container_file()
    builder = _builder()
    if builder is None:
        return
    image = f"khlong-test-{uuid.uuid4().hex[:8]}"
    try:
        run(builder, "build", "--file", FILE, "--tag", image, ROOT, cwd=ROOT)
        with _container(builder, image) as name:
            inside = [builder, "exec", name]
            assert run(*inside, "id", "-u", cwd=ROOT).strip() != "0"
            run(*inside, *health_check(), cwd=ROOT)
            run(*inside, "test", "-f", environment()["KHLONG_DATABASE"], cwd=ROOT)
    finally:
        subprocess.run([builder, "rmi", "--force", image], capture_output=True, check=False)


def _builder() -> str | None:
    """A builder that works and has the base of our image, or can get it."""
    base = stages()[0][0][1].split()[0]
    for name in filter(shutil.which, ("docker", "podman")):
        for asked in (["image", "inspect", base], ["pull", base]):
            if subprocess.run([name, *asked], capture_output=True, timeout=PATIENCE, check=False).returncode == 0:
                return name
    return None


@contextmanager
def _container(builder: str, image: str) -> Iterator[str]:
    """A container that serves, and is healthy."""
    name, port = image, free_port()
    run(builder, "run", "--detach", "--name", name, "--publish", f"127.0.0.1:{port}:8000", image, cwd=ROOT)
    try:
        await_health(f"http://127.0.0.1:{port}")
        yield name
    finally:
        subprocess.run([builder, "rm", "--force", "--volumes", name], capture_output=True, check=False)
