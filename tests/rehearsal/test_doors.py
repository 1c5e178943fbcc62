"""Who gets in: by the right name, from the right page, with the right secret, and nobody else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from aiohttp import WSMsgType, WSServerHandshakeError
from yarl import URL

from minecart_robbery.rehearsal import views
from minecart_robbery.rehearsal.server import LEADS_NOWHERE
from tests.rehearsal.served import Page, Served

EVIL = "http://evil.example"


async def refused(served: Served, **headers: str) -> int:
    """The status with which a socket of the director's view is refused."""
    with pytest.raises(WSServerHandshakeError) as error:
        await served.client.ws_connect(f"{served.links['director']}/socket", headers=headers)
    return error.value.status


@pytest.mark.parametrize("origin", [EVIL, "null", "http://127.0.0.1:1", "https://127.0.0.1", ""])
async def test_a_socket_of_another_sites_page_is_refused(served, director, origin):
    assert await refused(served, Origin=origin) == 403


async def test_a_socket_without_an_origin_is_refused(served, director):
    assert await refused(served) == 403


@pytest.mark.parametrize("origin", [EVIL, "null", None])
async def test_a_form_of_another_sites_page_is_refused_and_opens_nothing(served, origin):
    path = f"/d/{served.rehearsal.director}/matches"
    headers = {} if origin is None else {"Origin": origin}
    form = json.dumps({"dmo": "Cora", "candidate": "Zac"})
    answer = await served.client.post(path, data=form, headers=headers)
    assert answer.status == 403
    assert served.rehearsal.live is None


async def test_a_page_of_another_port_of_this_machine_is_another_site(served, director):
    port = (served.client.port or 0) + 1
    assert await refused(served, Origin=f"http://127.0.0.1:{port}") == 403


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "[::1]", ""])
@pytest.mark.parametrize("path", ["/", "/static/page.js"])
async def test_whatever_is_asked_by_another_name_is_refused(served, host, path):
    answer = await served.client.get(path, headers={"Host": host})
    assert answer.status == 403
    assert "//" not in await answer.text()


async def test_a_socket_by_another_name_is_refused_though_its_origin_agrees(served, director):
    host = f"evil.example:{served.client.port}"
    assert await refused(served, Host=host, Origin=f"http://{host}") == 403


async def test_localhost_is_an_own_name_too(served):
    host = f"localhost:{served.client.port}"
    assert (await served.client.get("/", headers={"Host": host})).status == 200


@pytest.mark.parametrize(
    "path", ["/v/{}", "/v/{}/socket", "/d/{}", "/d/{}/matches", "/v/", "/d/", "/v/é"]
)
async def test_a_wrong_secret_leads_nowhere(served, director, path):
    for secret in ("x", views.new_secret(), "%00", "%F0%9F%92%8E", served.links["dmo"][3:-1]):
        answer = await served.client.get(path.format(secret), headers=served.origin)
        assert answer.status == 404


async def test_a_page_whose_link_leads_nowhere_is_told_so_by_its_socket(served, director):
    """It was opened when its match was still kept here; it must not ask for ever."""
    path = f"/v/{views.new_secret()}/socket"
    async with served.client.ws_connect(path, headers=served.origin) as socket:
        assert (await socket.receive()).type is WSMsgType.CLOSE
        assert socket.close_code == LEADS_NOWHERE


@pytest.mark.parametrize("path", ["/v/{}", "/d/{}"])
async def test_a_link_that_leads_nowhere_says_so_on_a_page(served, director, path):
    answer = await served.client.get(path.format(views.new_secret()))
    assert (answer.status, await answer.text()) == (404, "<title>door.html</title>")


async def test_the_secret_of_one_thing_opens_no_other(served, director):
    assert (await served.client.get(f"/v/{served.rehearsal.director}")).status == 404
    assert (await served.client.get(f"/d/{served.links['director'][3:]}")).status == 404
    assert (await served.client.get(served.links["director"])).status == 200


async def test_secrets_are_compared_in_constant_time(served, director, monkeypatch):
    compared: list[tuple[bytes, bytes]] = []

    def compare(one: bytes, other: bytes) -> bool:
        compared.append((one, other))
        return one == other

    monkeypatch.setattr(views.hmac, "compare_digest", compare)
    await served.client.get(served.links["director"])
    assert len(compared) == len(served.rehearsal.kept(served.number).links)
    await served.client.get(f"/d/{served.rehearsal.director}")
    assert compared[-1][1] == served.rehearsal.director.encode()


@pytest.mark.parametrize("path", ["/", "/nowhere", "/static/page.js", "/d/wrong"])
async def test_every_answer_bears_the_headers_that_keep_a_page_in_its_bounds(served, path):
    headers = (await served.client.get(path)).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cache-Control"] == "no-store"
    assert "Set-Cookie" not in headers


@pytest.mark.parametrize(
    "name",
    [
        *("..%2Frunning.py", "%2e%2e/running.py", "../running.py", "..", "", "%2Fetc%2Fpasswd"),
        *("page.js%00", "page.js/", "PAGE.JS", "running.py"),
    ],
)
async def test_only_the_pages_own_files_are_given_out(served, name):
    url = URL(f"{served.address}/static/{name}", encoded=True)
    answer = await served.client.session.get(url)
    assert answer.status == 404


async def test_the_pages_files_are_given_out_as_what_they_are(served, director):
    for path, kind in (("/", "text/html"), ("/static/page.js", "text/javascript")):
        answer = await served.client.get(path)
        assert (answer.status, answer.content_type) == (200, kind)
    landing = await served.client.get(f"/d/{served.rehearsal.director}")
    assert "landing.html" in await landing.text()


FORM: dict[str, Any] = {"dmo": "Cora", "candidate": "Zac"}


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"dmo": ""}, "needs a name"),
        ({"dmo": "   "}, "needs a name"),
        ({"dmo": "x" * 33}, "needs a name"),
        ({"candidate": "Za\nc"}, "needs a name"),
        ({"candidate": "Za\u202ec"}, "needs a name"),
        ({"candidate": "cora"}, "different names"),
        ({"candidate": None}, "understood"),
        ({"bot": "host"}, "understood"),
        ({"more": 1}, "understood"),
        ({"settings": []}, "understood"),
        ({"settings": {"turn_seconds": 4}}, "turn_seconds must be from 5 to 3600"),
        ({"settings": {"turn_seconds": "soon"}}, "turn_seconds"),
        ({"settings": {"role_default": "nobody"}}, "role_default"),
        ({"settings": {"speed": 2}}, "speed"),
    ],
)
async def test_a_form_that_can_t_be_is_refused_and_opens_nothing(served, changes, why):
    status, found = await served.post(FORM | changes)
    assert (status, why in found["text"]) == (400, True), found
    assert served.rehearsal.live is None


@pytest.mark.parametrize("body", ["", "{", "[]", "null", "[" * 8000])
async def test_what_is_no_form_is_refused(served, body):
    path = f"/d/{served.rehearsal.director}/matches"
    answer = await served.client.post(path, data=body, headers=served.origin)
    assert answer.status == 400


async def test_a_form_of_many_megabytes_is_refused(served):
    path = f"/d/{served.rehearsal.director}/matches"
    answer = await served.client.post(path, data="x" * 100_000, headers=served.origin)
    assert answer.status == 413


async def test_a_second_match_is_refused_while_one_is_on(served, director):
    status, found = await served.post(FORM)
    assert (status, "A match is on already" in found["text"]) == (409, True)
    await director.desk("call_off")
    assert (await served.post(FORM))[0] == 200


async def test_forms_without_end_are_not_looked_at(served):
    statuses = [(await served.post({}))[0] for _ in range(11)]
    assert statuses == [400] * 10 + [429]
    served.passes(2)
    assert (await served.post(FORM))[0] == 200


async def test_the_landing_page_is_told_what_is_on_and_what_holds_by_itself(served):
    path = f"/d/{served.rehearsal.director}/matches"
    found = await (await served.client.get(path)).json()
    assert found["match"] is None
    assert found["defaults"]["turn_seconds"] == 60
    await served.open(bot="dmo")
    found = await (await served.client.get(path)).json()
    assert found["match"] == served.links
    assert (found["match"]["bot"], found["match"]["names"]) == ("dmo", FORM)


async def test_script_typed_as_a_name_or_a_message_stays_text(served):
    script = "<script>alert(1)</script>"
    status, served.links = await served.post({"dmo": script, "candidate": "*Zac*"})
    assert status == 200
    page: Page = await served.page("director")
    await page.say("dmo", "dm", script)
    typed = await page.until(lambda it: it.get("text") == script)
    assert typed["by"] == {"seat": "dmo", "name": script}
    (opened,) = [it for it in page.messages.values() if "Death Match is set up" in it["text"]]
    assert "\\<script\\>" in opened["text"]
    assert "\\*Zac\\*" in opened["text"]
