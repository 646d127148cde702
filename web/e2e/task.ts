/** Counts the interactions of a task from the home page: a click, a selection or a typed value is one. */
import { expect, type Page } from "@playwright/test";

export interface InteractionCounter {
  /** Performs one interaction. */
  readonly interact: (action: Promise<unknown>) => Promise<void>;
  readonly count: () => number;
}

export function startCounting(): InteractionCounter {
  let count = 0;
  return {
    interact: async (action) => {
      count += 1;
      await action;
    },
    count: () => count,
  };
}

/** Opens the home page with an open group of the sidebar, which the browser remembers between visits. */
export async function openHome(page: Page, group?: string): Promise<void> {
  await page.goto("/home");
  await expect(page.getByRole("button", { name: "Find anything" })).toBeVisible();
  if (group === undefined) return;
  const button = page.getByRole("navigation", { name: "Main" }).getByRole("button", { name: group });
  if ((await button.getAttribute("aria-expanded")) === "false") await button.click();
  await expect(button).toHaveAttribute("aria-expanded", "true");
}
