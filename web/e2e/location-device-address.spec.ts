import type { Page } from "@playwright/test";
import { expect, expectAccessible, signIn, test } from "./fixtures";
import { createFridge, openFridge, openRow, rowWith, save } from "./location-fridge";
import { stack } from "./stack";

const LABEL = "Campus Card device address";

/** Sets how the card-reader service responds to the next requests for the location. */
async function setCardReaderBehavior(page: Page, locationId: string, behavior: string, times: number): Promise<void> {
  const data = { behavior, times, locationId };
  const response = await page.request.put(`${stack().partnersUrl}/control/card-reader`, { data });
  expect(response.ok()).toBe(true);
}

test("generates an address, fills the field, and saves it like any edit", async ({ page }) => {
  await signIn(page, "operations");
  await openFridge(page, await createFridge(page));
  const dialog = await openRow(page, LABEL);
  await dialog.getByRole("button", { name: "Generate" }).click();
  await expect(dialog.getByText("Generated. Save it to keep it.")).toBeVisible();
  await expect(dialog.getByLabel(LABEL)).toHaveValue(/^\d{8}$/);
  await expectAccessible(page);
  const address = await dialog.getByLabel(LABEL).inputValue();
  await save(dialog);
  await expect(rowWith(page, LABEL, address)).toBeVisible();
});

test("retries after one failure, and shows an invalid response without changing the typed value", async ({ page }) => {
  await signIn(page, "operations");
  const id = await createFridge(page);
  await openFridge(page, id);
  const dialog = await openRow(page, LABEL);
  await dialog.getByLabel(LABEL).fill("typed");
  await setCardReaderBehavior(page, id, "garbage", 1);
  await dialog.getByRole("button", { name: "Generate" }).click();
  await expect(
    dialog.getByText("Unable to generate Apriva device address. Please check your internet and your permissions"),
  ).toBeVisible();
  await expect(dialog.getByLabel(LABEL)).toHaveValue("typed");

  await setCardReaderBehavior(page, id, "failing", 1);
  await dialog.getByRole("button", { name: "Generate" }).click();
  await expect(dialog.getByLabel(LABEL)).toHaveValue(/^\d{8}$/);
});

test("shows users without permission why they can't generate an address", async ({ page, browser }) => {
  await signIn(page, "operations");
  const id = await createFridge(page);
  const reader = await (await browser.newContext()).newPage();
  await signIn(reader, "read-only", `/locations/detail/${id}`);
  const dialog = await openRow(reader, LABEL);
  await expect(dialog.getByRole("button", { name: "Generate" })).toHaveAttribute(
    "title",
    "Your permissions do not include UpdateLocation",
  );
  await reader.context().close();
});
