/** What the browser keeps of the fleet between visits (spec of locations, sections 2.6 and 9). */
import type { Page } from "@playwright/test";
import { expect, signIn, signOut, test } from "./fixtures";
import { madeUpFleet, serveFleet, type MadeUpFridge } from "./made-up-fleet";

const DAY = 24 * 60 * 60 * 1000;

const count = (page: Page) => page.getByRole("status").filter({ hasText: / of / });
const age = (page: Page) => page.getByText(/^as of [^,]*$/);
const refreshing = (page: Page) => page.getByText(/^as of .*, refreshing…$/);

async function openList(page: Page, search = ""): Promise<void> {
  await page.goto(`/locations/all${search}`);
  await expect(age(page)).toBeVisible();
  await stored(page);
}

/** The entry that the list of a status has in this browser, or null. */
async function entryOf(page: Page, status = "LIVE"): Promise<Record<string, unknown> | null> {
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

/** Waits until what was loaded is kept. */
async function stored(page: Page): Promise<void> {
  await expect.poll(() => entryOf(page)).not.toBeNull();
}

/** Changes what is kept, as an earlier visit could have left it. */
async function rewrite(page: Page, change: { readonly age?: number; readonly entry?: unknown }): Promise<void> {
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
            const kept = getting.result as { fleet: { asOf: number } };
            if (age !== undefined) kept.fleet.asOf = Date.now() - age;
            entries.put(entry === undefined ? kept : entry, "locations/LIVE");
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

/** No answer for pages of locations from now on; what else is asked passes. */
async function holdLocations(page: Page, how: "hold" | "cut"): Promise<void> {
  await page.route("**/graphql", async (route) => {
    const body = route.request().postDataJSON() as { operationName?: string } | null;
    if (body?.operationName !== "locations") return route.fallback();
    if (how === "cut") await route.abort("internetdisconnected");
  });
}

test.beforeEach(({ page }) => signIn(page, "operations"));

test("the list is shown from the local cache at once, and refreshed in the background", async ({ page }) => {
  let fleet = madeUpFleet(40);
  await serveFleet(page, () => fleet);
  await openList(page);
  await expect(count(page)).toHaveText("40 of 40");

  fleet = madeUpFleet(41);
  await holdLocations(page, "hold");
  await page.reload();
  await expect(count(page)).toHaveText("40 of 40");
  await expect(refreshing(page)).toBeVisible();

  await page.unrouteAll();
  await serveFleet(page, () => fleet);
  await page.reload();
  await expect(count(page)).toHaveText("41 of 41");
});

test("without a connection the cached list is shown, with the message and its age", async ({ page, context }) => {
  await serveFleet(page, () => madeUpFleet(40));
  await openList(page);
  await holdLocations(page, "cut");
  await page.reload();
  await expect(count(page)).toHaveText("40 of 40");
  await expect(page.getByText("Unable to load locations, Please check your internet and your permissions")).toBeVisible(
    { timeout: 20_000 },
  );
  await expect(age(page)).toBeVisible();
  await page.getByLabel("Filter fridges").fill("MU_00007");
  await expect(count(page)).toHaveText("1 of 40");

  // Not even the browser thinks that there is one: the list is there all the same, also after another screen.
  await context.setOffline(true);
  await page.getByRole("link", { name: "Larder, home" }).click();
  await expect(page.getByText("A simple insight into the field")).toBeVisible();
  await page.goBack();
  await expect(count(page)).toHaveText("1 of 40");
  await context.setOffline(false);
});

test("a cache older than 2 days is read whole again, a younger one quickly: 2500", async ({ page }) => {
  const fleet = madeUpFleet(5200);
  const asked = await serveFleet(page, () => fleet);
  await openList(page);
  await expect(count(page)).toHaveText("5,200 of 5,200");
  expect(asked.map(({ count, nextToken }) => [count, nextToken])).toEqual([
    [2500, null],
    [2500, "2500"],
    [2500, "5000"],
  ]);

  await rewrite(page, { age: 2 * DAY - 60_000 });
  await page.reload();
  await expect(page.getByText(/^as of .*, 2,500 of them as of [^,]*$/)).toBeVisible();
  expect(asked).toHaveLength(4);
  await expect(count(page)).toHaveText("5,200 of 5,200");

  await rewrite(page, { age: 2 * DAY + 60_000 });
  await page.reload();
  await expect(age(page)).toBeVisible();
  expect(asked).toHaveLength(7);
});

test("OFFLINE and DEAD are loaded when they are asked for, and kept as well", async ({ page }) => {
  const fleet = [
    ...madeUpFleet(30),
    ...madeUpFleet(3, { status: "OFFLINE" }).map((fridge, index) => ({ ...fridge, id: `OFF_${index}` })),
  ];
  const asked = await serveFleet(page, () => fleet);
  await openList(page);
  expect(asked.map(({ status }) => status)).toEqual(["LIVE"]);
  await page.getByLabel("Status").selectOption("OFFLINE");
  await expect(count(page)).toHaveText("3 of 3");
  expect(asked.map(({ status }) => status)).toEqual(["LIVE", "OFFLINE"]);
  await expect.poll(() => entryOf(page, "OFFLINE")).not.toBeNull();
});

test("never another user's: what was kept is gone with the session, and another's entry is not shown", async ({
  page,
}) => {
  await serveFleet(page, () => madeUpFleet(40));
  await openList(page);
  const entry = await entryOf(page);
  await signOut(page);
  expect(await entryOf(page)).toBeNull();

  // Even where something of another person's was left behind.
  await signIn(page, "admin");
  await openList(page);
  await rewrite(page, { entry });
  await holdLocations(page, "hold");
  await page.reload();
  await expect(page.getByText("Loading locations…")).toBeVisible();
  await expect(page.getByRole("rowheader")).toHaveCount(0);
  expect(await entryOf(page)).toBeNull();
});

for (const [what, entry] of [
  ["another schema", { schema: "0", user: "somebody", fleet: { rows: [] } }],
  ["no shape at all", "broken"],
] as const) {
  test(`a schema change of the cache does not break the page: ${what}`, async ({ page }) => {
    await serveFleet(page, () => madeUpFleet(40));
    await openList(page);
    await rewrite(page, { entry });
    await page.reload();
    await expect(count(page)).toHaveText("40 of 40");
    await stored(page);
  });
}

const STORAGES: Readonly<Record<string, () => void>> = {
  "an IndexedDB that is refused": () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("The operation is insecure.", "SecurityError");
    };
  },
  "an IndexedDB that never answers": () => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
  },
  "a full disk": () => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
    };
  },
};

for (const [what, breakStorage] of Object.entries(STORAGES)) {
  test(`${what} does not break the page`, async ({ page }) => {
    await serveFleet(page, () => madeUpFleet(40));
    await page.addInitScript(breakStorage);
    await page.goto("/locations/all");
    await expect(count(page)).toHaveText("40 of 40");
    await expect(age(page)).toBeVisible();
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(age(page)).toBeVisible();
    await signOut(page);
  });
}

test("two tabs: each shows what it loaded, both share what is kept, and a sign-out in one empties both", async ({
  page,
  context,
}) => {
  let fleet: readonly MadeUpFridge[] = madeUpFleet(40);
  await serveFleet(page, () => fleet);
  await openList(page);

  const other = await context.newPage();
  await holdLocations(other, "hold");
  await other.goto("/locations/all");
  await expect(count(other)).toHaveText("40 of 40");
  await other.unrouteAll();
  fleet = madeUpFleet(45);
  await serveFleet(other, () => fleet);
  await other.reload();
  await expect(count(other)).toHaveText("45 of 45");
  await expect(count(page)).toHaveText("40 of 40");

  await signOut(page);
  await expect(other.getByRole("button", { name: "Sign in" })).toBeVisible();
  await expect(other.getByRole("rowheader")).toHaveCount(0);
  expect(await entryOf(other)).toBeNull();
});
