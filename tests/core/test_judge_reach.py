"""How a server is reached: certificates, proxies, headers and paths of one's own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from galley.core.cli import main
from galley.core.errors import GalleyError, InputError
from galley.core.judges.clients.reach import Reach
from galley.core.judges.clients.registry import Source, maker
from galley.core.judges.connection_test import models
from galley.core.judges.methods.base import Choices
from galley.core.judges.order import Order, order_of, prepare
from galley.core.project.project import Project
from tests.core import building
from tests.core.fake_models import FakeModels, error, serving
from tests.core.hostile_models import Authority
from tests.core.judging import KEY, ONE, QUICK, good, order, run

SECRET = "gateway-secret-0123456789"
pytest.importorskip("cryptography", reason="the package cryptography, which makes the certificates, is not there")


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    return Authority(tmp_path)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return building.project(tmp_path, building.record(verdicts=[], judged=[]))


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY"):
        monkeypatch.setenv(name, KEY)
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


@pytest.mark.parametrize("provider", ["openai", "anthropic", "compatible"])
def test_an_authority_of_ones_own_is_trusted_where_it_is_named(
    project: Project, authority: Authority, provider: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with project, serving(good, authority.server()) as fake:
        end = run(project, order(fake, provider))
        assert end.state == "failed" and not fake.seen
        assert "The certificate of the server is not trusted" in end.why and "--ca-file" in end.why
        end = run(project, order(fake, provider, reach=Reach(ca=str(authority.file))))
        assert end.state == "done" and end.replies_received
        with pytest.raises(GalleyError, match="certificate"):
            models(provider, fake.url)
        assert models(provider, fake.url, reach=Reach(ca=str(authority.file))) == ["big", "small"]
        monkeypatch.setenv("SSL_CERT_FILE", str(authority.file))
        assert models(provider, fake.url) == ["big", "small"], "a local address too"


@pytest.mark.parametrize("provider", ["openai", "anthropic", "compatible"])
def test_an_untrusted_certificate_is_what_ends_the_run_under_any_cap(
    project: Project, authority: Authority, provider: str
) -> None:
    caps = {"max_requests": 1} if provider == "compatible" else {"max_requests": 1, "budget": 5.0}
    with project, serving(good, authority.server()) as fake:
        end = run(project, order(fake, provider, concurrency=8, **caps))
        assert end.state == "failed" and not fake.seen
        assert "The certificate of the server is not trusted" in end.why


@pytest.mark.parametrize("cap", [1, 2, 4])
def test_a_server_out_of_reach_is_told_before_the_cap(project: Project, cap: int) -> None:
    source = Source("compatible", "http://127.0.0.1:9/v1")
    with project:
        end = run(project, Order("dial-summer-fine", source, "m", Choices(ONE, 1), max_requests=cap, policy=QUICK))
        assert (end.state, end.replies_received) == ("stopped", 0)
        said = "The server cannot be reached; check the address and the network."
        assert end.why == f"{said} The cap of {cap} requests is reached."


def test_an_authority_of_ones_own_is_trusted_besides_the_systems(tmp_path: Path, authority: Authority) -> None:
    (tmp_path / "other").mkdir()
    other = Authority(tmp_path / "other", "other")
    with pytest.MonkeyPatch.context() as patch, serving(good, authority.server()) as fake:
        patch.setenv("SSL_CERT_FILE", str(authority.file))
        assert models("compatible", fake.url, reach=Reach(ca=str(other.file)))
        patch.setenv("SSL_CERT_FILE", str(other.file))
        with pytest.raises(GalleyError, match="certificate"):
            models("compatible", fake.url)


@pytest.mark.parametrize(
    ("host", "days", "says"),
    [("127.0.0.2", (-1, 30), "IP address mismatch"), ("127.0.0.1", (-9, -2), "expired")],
)
def test_a_certificate_that_does_not_hold_is_named(
    authority: Authority, host: str, days: tuple[int, int], says: str
) -> None:
    tls = authority.server(host, days)
    with serving(good, tls) as fake, pytest.raises(GalleyError, match="certificate") as told:
        models("compatible", fake.url, reach=Reach(ca=str(authority.file)))
    assert says in str(told.value)


def test_a_server_without_tls_behind_https_is_told(authority: Authority) -> None:
    with serving(good) as fake, pytest.raises(GalleyError, match="http:// rather than https://"):
        models("compatible", fake.url.replace("http:", "https:"))


def test_a_file_without_certificates_is_refused_before_anything_is_sent(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "empty.pem").write_text("nothing here", "utf-8")
    with project, serving(good) as fake:
        for path, why in (("gone.pem", "No such file"), ("empty.pem", "no PEM")):
            with pytest.raises(InputError, match=why):
                prepare(project, order(fake, reach=Reach(ca=str(tmp_path / path))))
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "empty.pem"))
        with pytest.raises(InputError, match="SSL_CERT_FILE"):
            maker(Source("openai"), 5)
        assert run(project, order(fake)).state == "done", "an address without TLS needs none"


def test_the_systems_proxies_are_used_where_the_user_says_so(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    nowhere = FakeModels(good)
    nowhere.url = "http://127.0.0.1:9"
    with project, serving(good) as proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy.url)
        for reach in (Reach(), Reach(proxy="none")):
            assert run(project, order(nowhere, "compatible", model=reach.proxy, reach=reach)).errors
            assert not proxy.seen, "a server on this machine needs no proxy"
        end = run(project, order(nowhere, "compatible", model="m", reach=Reach(proxy="system")))
        assert end.state == "done" and end.replies_received == len(proxy.seen) > 0
        assert {seen.path for seen in proxy.seen} == {"http://127.0.0.1:9/v1/chat/completions"}
        afar = "http://models.example/v1"
        proxy.listings.clear()
        assert models("compatible", afar)
        assert proxy.listings[0].path == "http://models.example/v1/models", "beyond this network they are asked"
        with pytest.raises(GalleyError):
            models("compatible", afar, 0.5, Reach(proxy="none"))
        monkeypatch.setenv("NO_PROXY", "127.0.0.1")
        assert run(project, order(nowhere, "compatible", model="n", reach=Reach(proxy="system"))).errors
        with pytest.raises(InputError, match="auto, system, none"):
            prepare(project, order(nowhere, "compatible", reach=Reach(proxy="http://a:b@c")))


def test_a_proxy_that_refuses_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(lambda *_: error(403)) as proxy:
        monkeypatch.setenv("HTTPS_PROXY", proxy.url)
        with pytest.raises(GalleyError, match="proxy"):
            models("compatible", "https://models.example/v1")


@pytest.mark.parametrize("provider", ["openai", "anthropic", "compatible"])
def test_a_gateway_gets_its_path_its_query_and_its_headers_and_no_key_is_kept(
    project: Project, provider: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MY_GATEWAY", SECRET)
    path, name = project.path, {"anthropic": "x-api-key"}.get(provider, "Authorization")
    project.close()
    monkeypatch.delenv("OPENAI_API_KEY"), monkeypatch.delenv("ANTHROPIC_API_KEY")
    model = "claude-sonnet-4-6" if provider == "anthropic" else "gpt-4o"
    words = ["judge", "dial-summer-fine", "--project", str(path), "--provider", provider, "--model", model, "--yes"]
    words += ["--criterion", "changed-meaning", "--samples", "1", "--header", "api-key=$MY_GATEWAY"]
    with serving(good) as fake:
        address = f"{fake.url}/deployments/mine?api-version=2026-01-01"
        assert main([*words, "--base-url", address, "--header", "X-Team: review"]) == 0
    end = "/v1/messages" if provider == "anthropic" else "/chat/completions"
    assert fake.seen and {each.path for each in fake.seen} == {f"/deployments/mine{end}?api-version=2026-01-01"}
    for each in fake.seen:
        assert each.headers["api-key"] == SECRET and each.headers["x-team"] == "review"
        assert name.lower() not in each.headers, "the gateway's header stands for the key"
    with Project.open(path) as kept:
        stored = kept.read_connection().execute("SELECT settings FROM run").fetchone()[0]
        again = order_of(json.loads(stored))
    assert again.reach.headers == ("api-key=$MY_GATEWAY", "X-Team: review")
    assert again.source is not None and again.source.base_url == address
    said = capsys.readouterr()
    assert SECRET not in said.out + said.err + "".join(p.read_bytes().decode("latin-1") for p in path.parent.iterdir())


def test_a_gateways_key_is_struck_out_of_what_it_answers(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_GATEWAY", SECRET)
    reach = Reach(headers=("X-Token=Bearer ${MY_GATEWAY}",))
    with project, serving(lambda *_: error(401, f"bad token {SECRET}")) as fake:
        end = run(project, order(fake, reach=reach))
        assert fake.seen[0].headers["x-token"] == f"Bearer {SECRET}"
        assert "bad token [key]" in end.why
        assert SECRET.encode() not in project.path.read_bytes()


@pytest.mark.parametrize(
    ("header", "says"),
    [
        ("Authorization: Bearer abc", "put the value into an environment variable"),
        ("X-Session-Token=abc", "put the value into an environment variable"),
        ("no header", "is not a header"),
        ("X-Team=", "is not a header"),
        ("X-Team=a\nb", "is not a header"),
        ("X-Team=gr\u00fcn", "is not a header"),
        ("Content-Length=4", "belongs to the connection"),
    ],
)
def test_a_header_that_cannot_be_is_refused(project: Project, header: str, says: str) -> None:
    with project, serving(good) as fake, pytest.raises(InputError, match=says):
        prepare(project, order(fake, reach=Reach(headers=(header,))))


def test_a_variable_that_is_not_set_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GONE", raising=False)
    with pytest.raises(InputError, match="the variable GONE, which is not set"):
        maker(Source("openai"), 5, reach=Reach(headers=("X-A=$GONE",)))
