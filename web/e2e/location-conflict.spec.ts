import type { Browser, Page } from "@playwright/test";
import { expect, signIn, test } from "./fixtures";
import { createFridge, openFridge, openRow, rowWith, save } from "./location-fridge";

/** Another person, in a browser of their own. */
async function another(browser: Browser, id: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, "operations");
  await openFridge(page, id);
  return page;
}

for (const choice of ["the newer value", "their own"] as const) {
  test(`two people edit the same fridge: the second sees both values and takes ${choice}`, async ({
    page,
    browser,
  }) => {
    await signIn(page, "admin");
    const id = await createFridge(page);
    await openFridge(page, id);
    const second = await openRow(page, "percentage");

    const other = await another(browser, id);
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
      .getByRole("button", { name: choice === "the newer value" ? "Take the newer value" : "Save your value" })
      .click();
    await expect(second).toBeHidden();
    const kept = choice === "the newer value" ? "20%" : "30%";
    await expect(rowWith(page, "percentage", kept)).toBeVisible();
    await other.reload();
    await expect(rowWith(other, "percentage", kept)).toBeVisible();
    await other.context().close();
  });
}
