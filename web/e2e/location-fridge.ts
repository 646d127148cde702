/** Creates and edits a fridge for one test, so that tests do not share fridges. */
import { randomUUID } from "node:crypto";
import { expect, type Locator, type Page } from "@playwright/test";

const FRIDGE = {
  accessTo: "Private",
  street: "233 S Wacker Dr",
  city: "Chicago",
  state: "IL",
  zipCode: "60606",
  directions: "Break room, 2nd floor",
  fridgeSchema: "MW_STANDARD/latest",
  latitude: "41.8789",
  longitude: "-87.6359",
  layoutName: "dummy",
  onlineDate: "2026-01-05",
  percentage: "10",
  prettyName: "Test kitchen",
  priceMapTemplate: "PMT_STANDARD",
  taxRate: "2.25",
  stop: 4,
};

/**
 * Creates a fridge, which is OFFLINE by default, over the API and returns its id. The page must be signed in as a user
 * with permission.
 */
export async function createFridge(
  page: Page,
  attributes: Partial<typeof FRIDGE> & { readonly status?: "LIVE" | "OFFLINE" } = {},
): Promise<string> {
  const id = `E2E_${randomUUID().replaceAll("-", "")}`;
  const status = await page.evaluate(
    async (body) => {
      const { restUrl } = (await (await fetch("/config.json")).json()) as { restUrl: string };
      const key = Object.keys(localStorage).find((name) => name.endsWith(".idToken"));
      const response = await fetch(`${restUrl}/locations`, {
        method: "POST",
        headers: { authorization: localStorage.getItem(key ?? "") ?? "", "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      return response.status;
    },
    { ...FRIDGE, ...attributes, id },
  );
  expect(status).toBe(201);
  return id;
}

export async function openFridge(page: Page, id: string): Promise<void> {
  await page.goto(`/locations/detail/${id}`);
  await expect(page.getByRole("heading", { level: 1, name: id })).toBeVisible();
}

/** Opens a tab of the open location. */
export async function openTab(page: Page, tab: string): Promise<void> {
  await page
    .getByRole("navigation", { name: /^Tabs of / })
    .getByRole("link", { name: tab, exact: true })
    .click();
}

/** Opens the dialog of a row. */
export async function openRow(page: Page, label: string): Promise<Locator> {
  await page.getByRole("button", { name: new RegExp(`^(Edit|View) ${label}:`) }).click();
  return page.getByRole("dialog", { name: label, exact: true });
}

/** The button of a row, whose name contains the value. */
export function rowWith(page: Page, label: string, value: string): Locator {
  return page.getByRole("button", { name: `Edit ${label}: ${value}`, exact: false });
}

export async function save(dialog: Locator): Promise<void> {
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
}
