import type { Browser, Page } from "@playwright/test";
import { expect, signIn, test } from "./fixtures";
import { createFridge, openFridge, openRow, rowWith, save } from "./location-fridge";

/** Opens the fridge as a second user in a separate browser context. */
async function openAsSecondUser(browser: Browser, id: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, "operations");
  await openFridge(page, id);
  return page;
}

for (const choice of ["the saved value", "their own value"] as const) {
  test(
    `shows the second of two editors both values, and keeps ${choice}`,
    { tag: "@long" },
    async ({ page, browser }) => {
      await signIn(page, "admin");
      const id = await createFridge(page);
      await openFridge(page, id);
      const second = await openRow(page, "percentage");

      const other = await openAsSecondUser(browser, id);
      const first = await openRow(other, "percentage");
      await first.getByLabel("percentage").fill("20");
      await save(first);
      await expect(rowWith(other, "percentage", "20%")).toBeVisible();

      await second.getByLabel("percentage").fill("30");
      await save(second);
      const conflict = second.getByRole("alert", { name: "Conflict" });
      await expect(conflict).toContainText("20%");
      await expect(conflict).toContainText("30%");
      await conflict
        .getByRole("button", { name: choice === "the saved value" ? "Use the saved value" : "Save your value" })
        .click();
      await expect(second).toBeHidden();
      const expected = choice === "the saved value" ? "20%" : "30%";
      await expect(rowWith(page, "percentage", expected)).toBeVisible();
      await other.reload();
      await expect(rowWith(other, "percentage", expected)).toBeVisible();
      await other.context().close();
    },
  );
}
