/** A fridge of a test's own, made over the API as the signed-in person, so that tests never meet on one. */
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

/** Makes a fridge and answers its id. The page is signed in as somebody who may. */
export async function createFridge(page: Page): Promise<string> {
  const id = `E2E_${randomUUID().replaceAll("-", "")}`;
  const status = await page.evaluate(
    async (body) => {
      const { restUrl } = (await (await fetch("/config.json")).json()) as { restUrl: string };
      const key = Object.keys(localStorage).find((name) => name.endsWith(".idToken"));
      const answer = await fetch(`${restUrl}/locations`, {
        method: "POST",
        headers: { authorization: localStorage.getItem(key ?? "") ?? "", "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      return answer.status;
    },
    { ...FRIDGE, id },
  );
  expect(status).toBe(201);
  return id;
}

export async function openFridge(page: Page, id: string): Promise<void> {
  await page.goto(`/locations/detail/${id}`);
  await expect(page.getByRole("heading", { level: 1, name: id })).toBeVisible();
}

/** Opens a row's dialog. */
export async function openRow(page: Page, label: string): Promise<Locator> {
  await page.getByRole("button", { name: new RegExp(`^(Edit|View) ${label}:`) }).click();
  return page.getByRole("dialog", { name: label, exact: true });
}

/** The row's button, which names its value. */
export function rowWith(page: Page, label: string, value: string): Locator {
  return page.getByRole("button", { name: `Edit ${label}: ${value}`, exact: false });
}

export async function save(dialog: Locator): Promise<void> {
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
}
