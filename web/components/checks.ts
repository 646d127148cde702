/** Checks of a rendered page that no unit test can do. */
import { expect, type Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";

declare global {
  interface Window {
    readonly axe: typeof import("axe-core");
  }
}

/** The width at which WCAG 1.4.10 requires content without horizontal scrolling. */
export const REFLOW = { width: 320, height: 800 };
export const DESKTOP = { width: 1280, height: 800 };

/** Runs axe in the document or in one element, and returns its violations. The script is injected once. */
export async function findViolations(
  page: Page,
  options: RunOptions = {},
  within: string | null = null,
): Promise<readonly string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async ({ selector, runOptions }) => {
      const { violations } = await window.axe.run(selector ?? document, runOptions);
      return violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ html }) => `${id}: ${help} at ${html.slice(0, 200)}`),
      );
    },
    // Only violations, which halves the time.
    { selector: within, runOptions: { resultTypes: ["violations"], preload: false, ...options } satisfies RunOptions },
  );
}

/** Waits until scripts have reacted to a new size. */
async function waitForLayout(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 50)))),
  );
}

/** Elements that are wider than the window, outside of containers that scroll on their own. */
export async function findOverflow(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    const scrolls = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).overflowX !== "visible" || scrolls(element.parentElement));
    const isOuter = (element: Element) =>
      element.getBoundingClientRect().right > width + 0.5 && !scrolls(element.parentElement);
    const wide = [...document.body.querySelectorAll("*")].filter(isOuter);
    return wide
      .filter((element) => ![...element.children].some(isOuter))
      .map((element) => `${String(element.scrollWidth)} px: ${element.outerHTML.slice(0, 160)}`);
  });
}

/** Applies the text spacing of WCAG 1.4.12. */
export async function applyTextSpacing(page: Page): Promise<void> {
  await page.addStyleTag({
    content: `*:not(svg *) { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
      p { margin-block-end: 2em !important; }`,
  });
}

/** Elements that cut their text, except with an ellipsis. */
export async function findClippedText(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const clips = (overflow: string) => overflow === "hidden" || overflow === "clip";
    return [...document.body.querySelectorAll("*")]
      .filter((element) => {
        // Form controls scroll their text.
        if (element.matches("svg, svg *, input, textarea, select, progress")) return false;
        const { overflowX, overflowY, textOverflow, visibility, clipPath } = getComputedStyle(element);
        const isHidden = visibility === "hidden" || clipPath !== "none" || element.textContent.trim() === "";
        if (isHidden || !element.checkVisibility()) return false;
        const cutsLines = clips(overflowY) && element.scrollHeight > element.clientHeight + 2;
        const cutsWords =
          clips(overflowX) && element.scrollWidth > element.clientWidth + 1 && textOverflow !== "ellipsis";
        return cutsLines || cutsWords;
      })
      .map((element) => element.outerHTML.slice(0, 200));
  });
}

/**
 * Selected, pressed and current elements that look like their unselected siblings in forced colors, which remove
 * backgrounds and shadows.
 */
export async function findInvisibleStates(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const SELECTED = `[aria-pressed="true"], [aria-selected="true"], [role="radio"][aria-checked="true"],
      [aria-current]:not([aria-current="false"])`;
    const appearanceOf = (element: Element) =>
      [null, "::before", "::after"]
        .flatMap((pseudo) => {
          const style = getComputedStyle(element, pseudo);
          return [
            style.color,
            style.backgroundColor,
            style.border,
            style.outline,
            style.fontWeight,
            style.content,
          ].concat(style.textDecoration);
        })
        .join();
    return [...document.body.querySelectorAll(SELECTED)]
      .filter((element) => {
        const sibling = [...document.body.querySelectorAll(element.localName)].find(
          (other) =>
            other !== element &&
            other.checkVisibility() &&
            !other.matches(SELECTED) &&
            other.className === element.className &&
            other.getAttribute("role") === element.getAttribute("role") &&
            !other.hasAttribute("disabled"),
        );
        // An icon or a checkbox inside also shows the state.
        const icons = (one: Element) => [...one.querySelectorAll("svg, input:checked")].length;
        return (
          sibling !== undefined &&
          appearanceOf(element) === appearanceOf(sibling) &&
          element.textContent.length - sibling.textContent.length < 50 &&
          icons(element) === icons(sibling)
        );
      })
      .map((element) => element.outerHTML.slice(0, 160));
  });
}

/**
 * Expects that the page is accessible in light and dark mode.
 *
 * @param within the only element to check, such as a popup: the page behind it is hidden from screen readers
 */
export async function expectNoViolations(page: Page, within: string | null = null): Promise<void> {
  await page.emulateMedia({ colorScheme: "light" });
  expect.soft(await findViolations(page, {}, within), "axe").toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  // Dark mode changes only colors.
  expect.soft(await findViolations(page, { runOnly: ["color-contrast"] }, within), "axe in dark mode").toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
}

/** Expects that the page fits a width of 320 px, also with the text spacing of WCAG, and shows states in forced colors. */
export async function expectReflow(page: Page): Promise<void> {
  await page.setViewportSize(REFLOW);
  await waitForLayout(page);
  expect.soft(await findOverflow(page), "wider than the window").toEqual([]);
  await page.emulateMedia({ forcedColors: "active" });
  expect.soft(await findInvisibleStates(page), "invisible in forced colors").toEqual([]);
  await page.emulateMedia({ forcedColors: "none" });
  await applyTextSpacing(page);
  await waitForLayout(page);
  expect.soft(await findOverflow(page), "wider than the window with text spacing").toEqual([]);
  expect.soft(await findClippedText(page), "cut with text spacing").toEqual([]);
}
