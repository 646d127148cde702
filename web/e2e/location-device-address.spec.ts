import type { Page } from "@playwright/test";
import { expect, expectAccessible, signIn, test } from "./fixtures";
import { createFridge, openFridge, openRow, rowWith, save } from "./location-fridge";
import { stack } from "./stack";

const LABEL = "Campus Card device address";

/** Tells the card readers' service how to answer the next calls about the location. */
async function behave(page: Page, locationId: string, behaviour: string, times: number): Promise<void> {
  const data = { behaviour, times, locationId };
  const told = await page.request.put(`${stack().partnersUrl}/control/card-reader`, { data });
  expect(told.ok()).toBe(true);
}

test("an address is generated, fills the field, and is saved as a normal edit", async ({ page }) => {
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

test("a service that stumbles once is not noticed; one that lies is told, and what was typed stays", async ({
  page,
}) => {
  await signIn(page, "operations");
  const id = await createFridge(page);
  await openFridge(page, id);
  const dialog = await openRow(page, LABEL);
  await dialog.getByLabel(LABEL).fill("typed");
  await behave(page, id, "garbage", 1);
  await dialog.getByRole("button", { name: "Generate" }).click();
  await expect(
    dialog.getByText("Unable to generate Apriva device address. Please check your internet and your permissions"),
  ).toBeVisible();
  await expect(dialog.getByLabel(LABEL)).toHaveValue("typed");

  await behave(page, id, "failing", 1);
  await dialog.getByRole("button", { name: "Generate" }).click();
  await expect(dialog.getByLabel(LABEL)).toHaveValue(/^\d{8}$/);
});

test("who may not edit sees why no address can be generated", async ({ page, browser }) => {
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
