/** The browser's cache of the locations list (docs/requirements/locations.md). */
import type { Page } from "@playwright/test";
import { expect, signIn, signOut, test } from "./fixtures";
import { syntheticFleet, serveFleet, type SyntheticFridge } from "./synthetic-fleet";

const DAY = 24 * 60 * 60 * 1000;

const count = (page: Page) => page.getByRole("status").filter({ hasText: / of / });
const age = (page: Page) => page.getByText(/^as of [^,]*$/);
const refreshing = (page: Page) => page.getByText(/^as of .*, refreshing…$/);

async function openList(page: Page, search = ""): Promise<void> {
  await page.goto(`/locations/all${search}`);
  await expect(age(page)).toBeVisible();
  await waitForCacheEntry(page);
}

/** Reads the cache entry of a status, or null. */
async function readCacheEntry(page: Page, status = "LIVE"): Promise<Record<string, unknown> | null> {
  return page.evaluate(
    (key) =>
      new Promise<Record<string, unknown> | null>((resolve, reject) => {
        const opening = indexedDB.open("larder", 1);
        opening.onupgradeneeded = () => void opening.result.createObjectStore("entries");
        opening.onerror = () => reject(new Error("not opened"));
        opening.onsuccess = () => {
          const getting = opening.result.transaction("entries").objectStore("entries").get(key);
          getting.onsuccess = () => {
            opening.result.close();
            resolve((getting.result as Record<string, unknown> | undefined) ?? null);
          };
        };
      }),
    `locations/${status}`,
  );
}

/** Waits until the loaded list is cached. */
async function waitForCacheEntry(page: Page): Promise<void> {
  await expect.poll(() => readCacheEntry(page)).not.toBeNull();
}

/** Overwrites the cache entry or its age. */
async function rewriteCacheEntry(
  page: Page,
  change: { readonly age?: number; readonly entry?: unknown },
): Promise<void> {
  await page.evaluate(
    ({ age, entry }) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open("larder", 1);
        opening.onerror = () => reject(new Error("not opened"));
        opening.onsuccess = () => {
          const transaction = opening.result.transaction("entries", "readwrite");
          const entries = transaction.objectStore("entries");
          const getting = entries.get("locations/LIVE");
          getting.onsuccess = () => {
            const cached = getting.result as { data: { asOf: number } };
            if (age !== undefined) cached.data.asOf = Date.now() - age;
            entries.put(entry === undefined ? cached : entry, "locations/LIVE");
          };
          transaction.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    change,
  );
}

/** Stalls or aborts all further requests for locations. Other requests pass. */
async function blockLocations(page: Page, mode: "stall" | "abort"): Promise<void> {
  await page.route("**/graphql", async (route) => {
    const body = route.request().postDataJSON() as { operationName?: string } | null;
    if (body?.operationName !== "locations") return route.fallback();
    if (mode === "abort") await route.abort("internetdisconnected");
  });
}

test.beforeEach(({ page }) => signIn(page, "operations"));

test("shows the cached list at once, and refreshes it in the background", async ({ page }) => {
  let fleet = syntheticFleet(40);
  await serveFleet(page, () => fleet);
  await openList(page);
  await expect(count(page)).toHaveText("40 of 40");

  fleet = syntheticFleet(41);
  await blockLocations(page, "stall");
  await page.reload();
  await expect(count(page)).toHaveText("40 of 40");
  await expect(refreshing(page)).toBeVisible();

  await page.unrouteAll();
  await serveFleet(page, () => fleet);
  await page.reload();
  await expect(count(page)).toHaveText("41 of 41");
});

test("shows the cached list with its age and an error when offline", { tag: "@long" }, async ({ page, context }) => {
  await serveFleet(page, () => syntheticFleet(40));
  await openList(page);
  await blockLocations(page, "abort");
  await page.reload();
  await expect(count(page)).toHaveText("40 of 40");
  await expect(page.getByText("Unable to load locations, Please check your internet and your permissions")).toBeVisible(
    { timeout: 20_000 },
  );
  await expect(age(page)).toBeVisible();
  await page.getByLabel("Filter fridges").fill("MU_00007");
  await expect(count(page)).toHaveText("1 of 40");

  // The list stays available in the browser's offline mode, also after opening another screen.
  await context.setOffline(true);
  await page.getByRole("link", { name: "Larder, home" }).click();
  await expect(page.getByText("A simple insight into the field")).toBeVisible();
  await page.goBack();
  await expect(count(page)).toHaveText("1 of 40");
  await context.setOffline(false);
});

test("reloads all pages if the cache is older than 2 days, and only the first 2500 otherwise", async ({ page }) => {
  const fleet = syntheticFleet(5200);
  const requests = await serveFleet(page, () => fleet);
  await openList(page);
  await expect(count(page)).toHaveText("5,200 of 5,200");
  expect(requests.map(({ count, nextToken }) => [count, nextToken])).toEqual([
    [2500, null],
    [2500, "2500"],
    [2500, "5000"],
  ]);

  await rewriteCacheEntry(page, { age: 2 * DAY - 60_000 });
  await page.reload();
  await expect(page.getByText(/^as of .*, 2,500 of them as of [^,]*$/)).toBeVisible();
  expect(requests).toHaveLength(4);
  await expect(count(page)).toHaveText("5,200 of 5,200");

  await rewriteCacheEntry(page, { age: 2 * DAY + 60_000 });
  await page.reload();
  await expect(age(page)).toBeVisible();
  expect(requests).toHaveLength(7);
});

test("loads and caches OFFLINE on demand", async ({ page }) => {
  const fleet = [
    ...syntheticFleet(30),
    ...syntheticFleet(3, { status: "OFFLINE" }).map((fridge, index) => ({ ...fridge, id: `OFF_${index}` })),
  ];
  const requests = await serveFleet(page, () => fleet);
  await openList(page);
  expect(requests.map(({ status }) => status)).toEqual(["LIVE"]);
  await page.getByLabel("Status").selectOption("OFFLINE");
  await expect(count(page)).toHaveText("3 of 3");
  expect(requests.map(({ status }) => status)).toEqual(["LIVE", "OFFLINE"]);
  await expect.poll(() => readCacheEntry(page, "OFFLINE")).not.toBeNull();
});

test("clears the cache at sign-out, and never shows another user's entry", async ({ page }) => {
  await serveFleet(page, () => syntheticFleet(40));
  await openList(page);
  const entry = await readCacheEntry(page);
  await signOut(page);
  expect(await readCacheEntry(page)).toBeNull();

  // Even if an entry of another user is left in the browser.
  await signIn(page, "admin");
  await openList(page);
  await rewriteCacheEntry(page, { entry });
  await blockLocations(page, "stall");
  await page.reload();
  await expect(page.getByText("Loading locations…")).toBeVisible();
  await expect(page.getByRole("rowheader")).toHaveCount(0);
  expect(await readCacheEntry(page)).toBeNull();
});

for (const [defect, entry] of [
  ["another schema", { schema: "0", user: "another user", data: { locations: [] } }],
  ["an invalid shape", "broken"],
] as const) {
  test(`ignores a cache entry with ${defect}`, async ({ page }) => {
    await serveFleet(page, () => syntheticFleet(40));
    await openList(page);
    await rewriteCacheEntry(page, { entry });
    await page.reload();
    await expect(count(page)).toHaveText("40 of 40");
    await waitForCacheEntry(page);
  });
}

const STORAGES: Readonly<Record<string, () => void>> = {
  "a blocked IndexedDB": () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("The operation is insecure.", "SecurityError");
    };
  },
  "an IndexedDB that never responds": () => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
  },
  "a full disk": () => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
    };
  },
};

for (const [defect, breakStorage] of Object.entries(STORAGES)) {
  test(`loads the list with ${defect}`, async ({ page }) => {
    await serveFleet(page, () => syntheticFleet(40));
    await page.addInitScript(breakStorage);
    await page.goto("/locations/all");
    await expect(count(page)).toHaveText("40 of 40");
    await expect(age(page)).toBeVisible();
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(age(page)).toBeVisible();
    await signOut(page);
  });
}

test("shares the cache between two tabs, and clears both at sign-out", { tag: "@long" }, async ({ page, context }) => {
  let fleet: readonly SyntheticFridge[] = syntheticFleet(40);
  await serveFleet(page, () => fleet);
  await openList(page);

  const other = await context.newPage();
  await blockLocations(other, "stall");
  await other.goto("/locations/all");
  await expect(count(other)).toHaveText("40 of 40");
  await other.unrouteAll();
  fleet = syntheticFleet(45);
  await serveFleet(other, () => fleet);
  await other.reload();
  await expect(count(other)).toHaveText("45 of 45");
  await expect(count(page)).toHaveText("40 of 40");

  await signOut(page);
  await expect(other.getByRole("button", { name: "Sign in" })).toBeVisible();
  await expect(other.getByRole("rowheader")).toHaveCount(0);
  expect(await readCacheEntry(other)).toBeNull();
});
