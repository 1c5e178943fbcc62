"""What people type is text, whatever it looks like; of markdown only what is known is shown."""

from __future__ import annotations

import asyncio

from playwright.async_api import expect

from tests.rehearsal.browser.conftest import OpenView
from tests.rehearsal.browser.house import RehearsalProcess

EVIL = "<img src=x onerror=window.hit=1>"


async def test_script_as_a_name_or_as_a_message_stays_text(
    house: RehearsalProcess, open_view: OpenView
) -> None:
    names = {"dmo": "<b>C</b><script>", "candidate": EVIL}
    director = await open_view(house.set_up(names, None, {"ready_check": "never"})["director"])
    await director.start()

    for text in (EVIL, "<script>window.hit=1</script>", "[x](javascript:window.hit=1)"):
        await director.say("dm", text)
        await director.reads("dm", text)

    await director.page.reload()
    await director.reads("dm", EVIL)
    assert await director.page.evaluate("window.hit") is None
    assert await director.page.locator(".channels img, .channels script, .table img").count() == 0
    assert await director.page.locator('a[href^="javascript"]').count() == 0
    await expect(director.page.locator('.score[data-seat="candidate"] .name')).to_have_text(EVIL)


MARKDOWN = {
    "**bold** and *slanted*": "<p><strong>bold</strong> and <em>slanted</em></p>",
    "***both***": "<p><strong><em>both</em></strong></p>",
    "**a *b* c**": "<p><strong>a <em>b</em> c</strong></p>",
    "`a *b* c`": "<p><code>a *b* c</code></p>",
    "**open": "<p>**open</p>",
    "2 * 3 * 4": "<p>2 * 3 * 4</p>",
    "snake_case_name": "<p>snake_case_name</p>",
    r"\*plain\* \<b\>": "<p>*plain* &lt;b&gt;</p>",
    "one\ntwo": "<p>one<br>two</p>",
    "```\na  b\n```": "<pre><code>a  b</code></pre>",
    "```open": "<p>```open</p>",
    "-# small": '<p class="small">small</p>',
    "- a\n- b": "<ul><li>a</li><li>b</li></ul>",
    "[there](#m12)": '<p><a href="#m12" class="jump">there</a></p>',
    "[there](https://example.org)": "<p>[there](https://example.org)</p>",
    "<t:nine> &amp;": "<p>&lt;t:nine&gt; &amp;amp;</p>",
}
RENDERED = """async (texts) => {
  const { rendered } = await import("/static/markdown.js");
  return texts.map((text) => {
    const body = document.createElement("div");
    body.append(rendered(text));
    return body.innerHTML;
  });
}"""


async def test_of_markdown_that_is_shown_which_is_known_and_the_rest_stays_as_typed(
    house: RehearsalProcess, open_view: OpenView
) -> None:
    view = await open_view(house.open_match()["spectator"])

    shown = await view.page.evaluate(RENDERED, list(MARKDOWN))

    assert dict(zip(MARKDOWN, shown, strict=True)) == MARKDOWN


async def test_s38_backticks_are_read_in_a_time_that_grows_with_their_number_alone(
    house: RehearsalProcess, open_view: OpenView
) -> None:
    """What looks from each of them for each other one comes to no end with so many."""
    view = await open_view(house.open_match()["spectator"])
    marks = "x" + "`" * 200_000
    uneven = "".join("`" * run + "x" for run in range(300))

    async with asyncio.timeout(60):
        shown = await view.page.evaluate(RENDERED, [marks, uneven + "y", "`a``b` ``c`d``"])

    assert shown[0] == f"<p>{marks}</p>"
    assert shown[2] == "<p><code>a``b</code> <code>c`d</code></p>"


async def test_a_text_made_to_be_hard_to_read_is_shown_all_the_same(
    house: RehearsalProcess, open_view: OpenView
) -> None:
    view = await open_view(house.open_match()["spectator"])
    hard = [sign * 1999 for sign in "*`_[\\<-#"] + ["**" + "*a" * 900, "<t:" + "9" * 1900 + ">"]

    assert all(await view.page.evaluate(RENDERED, hard))
