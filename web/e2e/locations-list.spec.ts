/** The locations list, on a stack of any fleet size (docs/requirements/locations.md). */
import type { Page, Route } from "@playwright/test";
import { expect, expectAccessible, expectAccessibleEverywhere, signIn, signOut, test } from "./fixtures";

const count = (page: Page) => page.getByRole("status").filter({ hasText: / of / });
const rows = (page: Page) => page.getByRole("rowheader");

/** Opens the list and waits until it is complete. */
async function openList(page: Page, search = ""): Promise<void> {
  await page.goto(`/locations/all${search}`);
  await expect(page.getByText(/^as of [^,]*$/)).toBeVisible();
}

/** Calls `handle` for each request for locations. Other requests pass. */
async function onLocations(page: Page, handle: (route: Route, status: string) => Promise<void>): Promise<void> {
  await page.route("**/graphql", async (route) => {
    const body = route.request().postDataJSON() as {
      operationName?: string;
      variables?: { filter?: { status?: string } };
    } | null;
    if (body?.operationName === "locations") await handle(route, body.variables?.filter?.status ?? "");
    else await route.continue();
  });
}

test.beforeEach(({ page }) => signIn(page, "operations"));

test("filters the list to one fridge and opens it", async ({ page }) => {
  await openList(page);
  const ids = await rows(page).allTextContents();
  // The longest id is not a prefix of another one.
  const id = ids.reduce((longest, next) => (next.length > longest.length ? next : longest), "");

  await page.getByLabel("Filter fridges").fill(id.toLowerCase());
  await expect(count(page)).toHaveText(/^1 of [\d,]+$/);
  await expect(rows(page)).toHaveText([id]);

  await page.getByRole("link", { name: id, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/locations/detail/${id}$`));

  await page.goBack();
  await expect(rows(page)).toHaveText([id]);
  await expect(page.getByLabel("Filter fridges")).toHaveValue(id.toLowerCase());
});

test("loads OFFLINE on demand", async ({ page }) => {
  const requestedStatuses: string[] = [];
  await onLocations(page, async (route, status) => {
    requestedStatuses.push(status);
    await route.continue();
  });
  await openList(page);
  expect(new Set(requestedStatuses)).toEqual(new Set(["LIVE"]));

  await page.getByLabel("Status").selectOption("OFFLINE");
  await expect(page).toHaveURL(/[?&]status=OFFLINE/);
  await expect(page.getByRole("cell", { name: "OFFLINE" }).first()).toBeVisible();
  await expect(page.getByRole("cell", { name: "LIVE", exact: true })).toHaveCount(0);
  expect(requestedStatuses).toContain("OFFLINE");
});

test("keeps the filters after a reload", async ({ page }) => {
  await openList(page);
  const driver = await page.getByLabel("Driver").locator("option").nth(1).textContent();
  await page.getByLabel("Driver").selectOption(driver);
  await page.getByLabel("Allocation").selectOption("ON");
  await page.getByLabel("Filter fridges").fill("_");
  await expect(page).toHaveURL(/text=_/);
  const filtered = (await count(page).textContent()) ?? "";

  await page.reload();
  await expect(page.getByLabel("Filter fridges")).toHaveValue("_");
  await expect(page.getByLabel("Driver")).toHaveValue(driver ?? "");
  await expect(page.getByLabel("Allocation")).toHaveValue("ON");
  await expect(count(page)).toHaveText(filtered);
});

test("sorts a driver's fridges by stop, or by a clicked header", async ({ page }) => {
  await openList(page);
  await page.getByLabel("Driver").selectOption({ index: 1 });
  await expect(page).toHaveURL(/driver=/);
  const stops = async () => (await page.locator("[role=cell][data-column=stop]").allTextContents()).map(Number);
  const byStop = await stops();
  expect(byStop).toEqual(byStop.toSorted((a, b) => a - b));

  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByRole("columnheader", { name: "Stop" })).toHaveAttribute("aria-sort", "descending");
  const descending = await stops();
  expect(descending).toEqual(descending.toSorted((a, b) => b - a));
});

test("shows the cached list at once after a reload, and refreshes it", async ({ page }) => {
  await openList(page);
  const all = (await count(page).textContent()) ?? "";

  const stalled: Route[] = [];
  await onLocations(page, async (route) => void stalled.push(route));
  await page.reload();
  await expect(count(page)).toHaveText(all);
  await expect(rows(page).first()).toBeVisible();
  await expect(page.getByText(/^as of .*, refreshing…$/)).toBeVisible();

  await expect.poll(() => stalled.length).toBeGreaterThan(0);
  await Promise.all(stalled.map((route) => route.continue()));
  await page.unrouteAll();
  await expect(page.getByText(/^as of [^,]*$/)).toBeVisible();
});

test("removes the cached list at sign-out", async ({ page }) => {
  await openList(page);
  await signOut(page);
  const entryCount = await page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const counts = databases.map(
      ({ name = "" }) =>
        new Promise<number>((resolve) => {
          const opening = indexedDB.open(name);
          opening.onsuccess = () => {
            const stores = [...opening.result.objectStoreNames];
            if (stores.length === 0) return resolve(0);
            const counting = opening.result
              .transaction(stores)
              .objectStore(stores[0] ?? "")
              .count();
            counting.onsuccess = () => resolve(counting.result);
          };
        }),
    );
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  });
  expect(entryCount).toBe(0);
});

test("keeps the cached list when the server fails, and reloads it on Retry", { tag: "@long" }, async ({ page }) => {
  await openList(page);
  const all = (await count(page).textContent()) ?? "";
  await onLocations(page, (route) => route.abort());
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByText("Unable to load locations, Please check your internet and your permissions")).toBeVisible(
    { timeout: 20_000 },
  );
  await expect(count(page)).toHaveText(all);

  await page.unrouteAll();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("button", { name: "Retry" })).toHaveCount(0);
  await expect(count(page)).toHaveText(all);
});

test("is accessible with and without matches", { tag: "@accessible" }, async ({ page }) => {
  await openList(page);
  await expectAccessibleEverywhere(page);
  await page.getByLabel("Filter fridges").fill("no such fridge");
  await expect(page.getByText("No LIVE locations match the filters")).toBeVisible();
  await expectAccessible(page);
});
