/** The map of the fleet, on a stack of any fleet size. */
import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessibleEverywhere, signIn, test } from "./fixtures";

const map = (page: Page) => page.getByRole("application", { name: /^Map of [\d,]+ locations?$/ });
const clusters = (page: Page) => map(page).getByRole("button", { name: /^[\d,]+ locations: / });
/** The state outlines. The markers have no groups. */
const outlines = (page: Page) => map(page).locator("svg > g");
/** The card of a fridge, or of the fridges at one place. */
const openCard = (page: Page) => page.getByRole("region").filter({ has: page.getByRole("button", { name: "Close" }) });
const legend = (page: Page) => page.getByRole("region", { name: "Legend" });

/** Opens the map and waits until it shows all fridges. */
async function openMap(page: Page, search = ""): Promise<void> {
  await page.goto(`/locations/all?view=map${search}`);
  await expect(page.getByText(/^as of [^,]*$/)).toBeVisible();
  await expect(map(page)).toBeVisible();
  // The status bar shrinks when loading ends, so the map resizes.
  const fills = () =>
    page.evaluate(() => {
      const surface = document.querySelector("[role=application]");
      const land = surface?.querySelector("svg");
      return land?.clientHeight === surface?.clientHeight && land?.clientWidth === surface?.clientWidth;
    });
  await expect.poll(fills, "the map fills its container").toBe(true);
}

async function sizeOf(cluster: Locator): Promise<number> {
  return parseInt(((await cluster.getAttribute("aria-label")) ?? "0").replaceAll(",", ""), 10);
}

/** The ids of the visible fridges of the list. */
async function someIds(page: Page): Promise<readonly string[]> {
  await page.goto("/locations/all");
  await expect(page.getByText(/^as of [^,]*$/)).toBeVisible();
  return page.getByRole("rowheader").allTextContents();
}

test.beforeEach(({ page }) => signIn(page, "operations"));

test("switches between list and map with the same locations, and keeps the view in the URL", async ({ page }) => {
  await page.goto("/locations/all");
  await expect(page.getByText(/^as of [^,]*$/)).toBeVisible();
  const count = (await page.getByRole("status").filter({ hasText: / of / }).textContent()) ?? "";
  await page.getByRole("radio", { name: "Map" }).click();
  await expect(page).toHaveURL(/[?&]view=map/);
  await expect(map(page)).toHaveAccessibleName(`Map of ${count.split(" ")[0]} locations`);

  await page.reload();
  await expect(map(page)).toBeVisible();
  await page.getByRole("radio", { name: "List" }).click();
  await expect(page.getByRole("table", { name: "Locations" })).toBeVisible();
  await expect(page).not.toHaveURL(/view=map/);
});

test("applies the list's filters to the map", async ({ page }) => {
  const [id = ""] = await someIds(page);
  await openMap(page);
  await page.getByLabel("Filter fridges").fill(id);
  await expect(map(page)).toHaveAccessibleName("Map of 1 location");
  await expect(map(page).getByRole("button")).toHaveCount(1);
  await expect(map(page).getByRole("button")).toHaveAccessibleName(new RegExp(`^${id}, `));
});

test("zooms in on a cluster click, and opens a fridge's card with three links", async ({ page }) => {
  await openMap(page);
  const first = clusters(page).first();
  const before = await sizeOf(first);
  await first.click();
  await expect(page).toHaveURL(/[?&]at=/);
  await expect.poll(() => sizeOf(clusters(page).first())).toBeLessThan(before + 1);

  const [id = ""] = await someIds(page);
  await openMap(page, `&text=${id}`);
  await map(page).getByRole("button").click();
  const card = page.getByRole("region", { name: id });
  await expect(card.getByRole("link", { name: `Detail of ${id}` })).toHaveAttribute("href", `/locations/detail/${id}`);
  await expect(card.getByRole("link", { name: `Inventory of ${id}` })).toBeVisible();
  await expect(card.getByRole("link", { name: `Health of ${id}` })).toBeVisible();
  await expect(card.getByText("LIVE", { exact: true })).toBeVisible();
  await expect(card.getByText(/^Allocation (ON|OFF)$/)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`fridge=${id}`));

  // Going back from the fridge's page restores the map.
  await card.getByRole("link", { name: `Detail of ${id}` }).click();
  await expect(page).toHaveURL(new RegExp(`/locations/detail/${id}$`));
  await page.goBack();
  await expect(page.getByRole("region", { name: id })).toBeVisible();
  await page.keyboard.press("Escape");
});

test("opens a fridge's card by keyboard only", async ({ page }) => {
  await openMap(page);
  await map(page).focus();
  await page.keyboard.press("Tab");
  for (let presses = 0; presses < 20; presses += 1) {
    const focused = map(page).locator("button:focus");
    await expect(focused).toHaveCount(1);
    const name = (await focused.getAttribute("aria-label")) ?? "";
    await page.keyboard.press("Enter");
    if (!/^[\d,]+ locations: /.test(name)) break;
    if ((await openCard(page).count()) > 0) break;
    // Waits for the end of the animation.
    await page.waitForTimeout(500);
  }
  await expect(openCard(page)).toBeVisible();
  await expect(openCard(page).getByRole("heading", { level: 2 })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(openCard(page).locator(":focus")).toHaveCount(1);
  await openCard(page).getByRole("button", { name: "Close" }).press("Enter");
  await expect(openCard(page)).toHaveCount(0);
  await expect(map(page).locator("button:focus")).toHaveCount(1);
});

test("zooms with plus and minus, moves with the arrow keys, and resets with 0", async ({ page }) => {
  await openMap(page);
  const land = outlines(page);
  const initial = (await land.getAttribute("transform")) ?? "";
  await map(page).focus();
  await page.keyboard.press("+");
  await expect(page).toHaveURL(/[?&]at=/);
  const zoomed = (await land.getAttribute("transform")) ?? "";
  expect(zoomed).not.toBe(initial);
  await page.keyboard.press("ArrowRight");
  await expect(land).not.toHaveAttribute("transform", zoomed);
  await page.keyboard.press("0");
  await expect(land).toHaveAttribute("transform", initial);
  await expect(page).not.toHaveURL(/[?&]at=/);
});

test("moves on drag without a click, and zooms on the wheel", async ({ page }) => {
  await openMap(page);
  const scale = async () =>
    Number(/scale\(([\d.]+)\)/.exec((await outlines(page).getAttribute("transform")) ?? "")?.[1]);
  const before = await scale();
  const mark = clusters(page).first();
  const box = await mark.locator("> span").boundingBox();
  if (!box) throw new Error("The mark has no bounding box");
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(at.x, at.y);
  await page.mouse.wheel(0, -300);
  await expect.poll(scale).toBeGreaterThan(before * 1.5);

  const zoomed = await scale();
  await page.mouse.down();
  await page.mouse.move(at.x + 60, at.y + 40, { steps: 5 });
  await page.mouse.up();
  await expect(page).toHaveURL(/[?&]at=/);
  expect(await scale()).toBe(zoomed);
  await expect(openCard(page)).toHaveCount(0);
});

test.describe("by touch", () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test("moves the map with one finger and zooms with two", async ({ page }) => {
    await openMap(page);
    const land = outlines(page);
    const scale = async () => Number(/scale\(([\d.]+)\)/.exec((await land.getAttribute("transform")) ?? "")?.[1]);
    const box = await map(page).boundingBox();
    if (!box) throw new Error("The map has no bounding box");
    const [x, y] = [Math.round(box.x + box.width / 2), Math.round(box.y + 60)];
    const fingers = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...touchPoints: { x: number; y: number }[]) =>
      fingers.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: touchPoints.map((point, id) => ({ ...point, id })),
      });

    const before = await scale();
    await touch("touchStart", { x: x - 30, y }, { x: x + 30, y });
    for (const apart of [45, 60, 75, 90]) await touch("touchMove", { x: x - apart, y }, { x: x + apart, y });
    await touch("touchEnd");
    await expect.poll(scale).toBeGreaterThan(before * 2);
    expect(await scale()).toBeLessThan(before * 4);

    const zoomed = await scale();
    const there = (await land.getAttribute("transform")) ?? "";
    await touch("touchStart", { x, y });
    for (const step of [10, 25, 40]) await touch("touchMove", { x: x + step, y: y + step });
    await touch("touchEnd");
    await expect(land).not.toHaveAttribute("transform", there);
    expect(await scale()).toBe(zoomed);
  });
});

test("shows fridges at the same coordinates in one card", async ({ page }) => {
  await page.route("**/graphql", async (route) => {
    const body = route.request().postDataJSON() as { operationName?: string } | null;
    if (body?.operationName !== "locations") return route.continue();
    const there = { latitude: "41.8781", longitude: "-87.6298", timeZone: "CHICAGO" };
    const items = ["ONE", "TWO", "THREE"].map((id, index) => ({
      ...{ id, type: "FRIDGE", prettyName: `Lobby ${index}`, route: "amber", stop: index, status: "LIVE", prod: 1 },
      ...there,
    }));
    await route.fulfill({ json: { data: { locations: { items, nextToken: null } } } });
  });
  await openMap(page);
  await map(page)
    .getByRole("button", { name: /^3 locations/ })
    .click();
  const card = page.getByRole("region", { name: "3 locations here" });
  await expect(card.getByRole("heading", { level: 3 })).toHaveText(["ONE", "THREE", "TWO"]);
  await expect(card.getByRole("link", { name: "Health of TWO" })).toHaveAttribute("href", "/locations/health/TWO");
});

test("loads other statuses on demand, with their counts", async ({ page }) => {
  const requestedStatuses: string[] = [];
  await page.route("**/graphql", async (route) => {
    const body = route.request().postDataJSON() as {
      operationName?: string;
      variables?: { filter?: { status?: string } };
    } | null;
    if (body?.operationName === "locations") requestedStatuses.push(body.variables?.filter?.status ?? "");
    await route.continue();
  });
  await openMap(page);
  expect(new Set(requestedStatuses)).toEqual(new Set(["LIVE"]));
  await legend(page).getByLabel("Also OFFLINE").check();
  await expect(page).toHaveURL(/[?&]also=OFFLINE/);
  await expect(legend(page).getByText(/^[\d,]+$/)).toHaveCount(2);
  expect(requestedStatuses).toContain("OFFLINE");
});

test("is accessible with other statuses and with a fridge's card", { tag: "@accessible" }, async ({ page }) => {
  await openMap(page, "&also=OFFLINE,DEAD");
  await expect(legend(page).getByText(/^[\d,]+$/)).toHaveCount(3);
  await expectAccessibleEverywhere(page);

  const [id = ""] = await someIds(page);
  await openMap(page, `&text=${id}&fridge=${id}`);
  await expect(page.getByRole("region", { name: id })).toBeVisible();
  await expectAccessibleEverywhere(page);
});

test.describe("with reduced motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("does not animate the map", async ({ page }) => {
    await openMap(page);
    const land = outlines(page);
    await map(page).focus();
    await page.keyboard.press("+");
    const first = await land.getAttribute("transform");
    await page.waitForTimeout(400);
    expect(await land.getAttribute("transform")).toBe(first);
  });
});
