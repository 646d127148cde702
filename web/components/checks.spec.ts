/** The checks find what they are for. */
import { expect, test } from "@playwright/test";
import { applyTextSpacing, findClippedText, findInvisibleStates, findOverflow, findViolations, REFLOW } from "./checks";

test.beforeEach(({ page }) => page.setViewportSize(REFLOW));

test("an element that is wider than the window, but not the content of a box that scrolls", async ({ page }) => {
  await page.setContent(
    `<p style="width: 400px">wide</p><div style="overflow: auto"><p style="width: 900px">boxed</p></div>`,
  );
  expect(await findOverflow(page)).toEqual([expect.stringContaining("wide")]);
});

test("text that text spacing cuts, but not text with an ellipsis", async ({ page }) => {
  await page.setContent(`
    <div style="height: 1.2em; line-height: 1.2; overflow: hidden; width: 9em">fixed height</div>
    <div style="overflow: hidden; text-overflow: ellipsis; white-space: nowrap; width: 3em">a long text</div>`);
  expect(await findClippedText(page)).toEqual([]);
  await applyTextSpacing(page);
  expect(await findClippedText(page)).toEqual([expect.stringContaining("fixed height")]);
});

test("a state that only a background shows in forced colors", async ({ page }) => {
  const buttons = `<button aria-pressed="true">On</button><button aria-pressed="false">Off</button>`;
  await page.emulateMedia({ forcedColors: "active" });
  await page.setContent(`<style>[aria-pressed="true"] { background: teal }</style>${buttons}`);
  expect(await findInvisibleStates(page)).toEqual([expect.stringContaining("On")]);
  await page.setContent(`<style>[aria-pressed="true"] { outline: 2px solid }</style>${buttons}`);
  expect(await findInvisibleStates(page)).toEqual([]);
});

test("a violation in the whole page, or in one element", async ({ page }) => {
  await page.setContent(`<main><h1>Title</h1><input></main><section><p>Text</p></section>`);
  const rule = { runOnly: ["label"] };
  expect(await findViolations(page, rule)).toEqual([expect.stringContaining("<input>")]);
  expect(await findViolations(page, rule, "section")).toEqual([]);
});
