/**
 * A whole stocking day on the dashboard, in accelerated time: the browser's clock runs through yesterday's, while a driver
 * tells what was done at each hour (spec of fleet operations, 2.4 and 4.4).
 */
import { randomUUID } from "node:crypto";
import { parseDate, parseTime, toCalendarDateTime, toZoned } from "@internationalized/date";
import type { Page } from "@playwright/test";
import { stockingDayOf } from "../src/stocking/rules/stockingDay";
import { expect, signIn, test } from "./fixtures";
import { knownLocations, routeOfOwn, storeStops, type Stop } from "./route-stops";
import { tell } from "./telemetry";

/** The last stocking day that is over. */
const DAY = parseDate(stockingDayOf(new Date())).subtract({ days: 1 });

/** That time of the day, in Central time. */
function at(time: string): Date {
  return toZoned(toCalendarDateTime(DAY, parseTime(time)), "America/Chicago").toDate();
}

/** What the driver does when at which stop, and how the stops stand then, the first stop's status first. */
const COURSE: readonly { time: string; deeds: readonly (readonly [string, number])[]; stops: readonly string[] }[] = [
  {
    time: "04:40",
    deeds: [1, 2, 3, 4, 5, 6, 7].map((stop) => ["VanTemperature", stop] as const),
    stops: Array<string>(7).fill("Van Temperature Set"),
  },
  {
    time: "05:10",
    deeds: [["PackingSlipQuery", 1]],
    stops: ["In Progress", ...Array<string>(6).fill("Van Temperature Set")],
  },
  {
    time: "05:55",
    deeds: [
      ["LocationStocked", 1],
      ["PackingSlipQuery", 2],
    ],
    stops: ["Completed", "In Progress", ...Array<string>(5).fill("Van Temperature Set")],
  },
  {
    time: "06:30",
    deeds: [["PackingSlipQuery", 3]],
    stops: ["Completed", "Incomplete Late", "In Progress", ...Array<string>(4).fill("Van Temperature Set")],
  },
  {
    time: "07:15",
    deeds: [
      ["LocationStocked", 3],
      ["LocationUnreachable", 4],
      ["PackingSlipQuery", 5],
    ],
    stops: [
      "Completed",
      "Incomplete Late",
      "Completed",
      "Unreachable Incomplete",
      "In Progress",
      "Van Temperature Set",
      "Van Temperature Set",
    ],
  },
  {
    time: "11:00",
    deeds: [
      ["LocationUnreachable", 5],
      ["InventoryRemoval", 6],
      ["ClearOutDecommission", 7],
    ],
    stops: [
      "Completed",
      "Incomplete Late",
      "Completed",
      "Unreachable Incomplete",
      "Unreachable Complete",
      "Removal Complete",
      "Decommision Complete",
    ],
  },
  {
    time: "17:58",
    deeds: [
      ["PackingSlipQuery", 2],
      ["LocationStocked", 2],
    ],
    stops: [
      "Completed",
      "Completed",
      "Completed",
      "Unreachable Incomplete",
      "Unreachable Complete",
      "Removal Complete",
      "Decommision Complete",
    ],
  },
];

/** Lets the page's clock run on to that time of the day. */
async function passUntil(page: Page, time: string): Promise<void> {
  // A key press keeps the session in use.
  await page.keyboard.press("Shift");
  await page.clock.fastForward(at(time).getTime() - (await page.evaluate(() => Date.now())));
}

test("a whole day passes, and each stop is seen to be done, left, unreachable or cleared", async ({ page }) => {
  // Seven times something is told, comes by the queue, and is waited for.
  test.slow();
  await signIn(page, "admin");
  const fridges = (await knownLocations(page)).filter(({ type }) => type === "FRIDGE").slice(10, 17);
  const route = routeOfOwn();
  const stop = { stockingDate: DAY.toString(), market: "MW", route, stockingIndex: 8, stopType: "STOCK" } as const;
  await storeStops(
    page,
    fridges.map(({ id }, index): Stop => ({ ...stop, id, stop: index + 1 })),
  );

  // The clock jumps by more than the time after which an unused session ends.
  await page.route("**/config.json", async (route) => {
    const configuration = (await (await route.fetch()).json()) as Record<string, unknown>;
    await route.fulfill({ json: { ...configuration, idleSignOutMinutes: 720 } });
  });
  await page.clock.install({ time: at("04:00") });
  await page.goto(`/reports/checkpoints?date=${DAY.toString()}&route=${route}&show=routes`);
  const card = page.getByRole("region", { name: `Route ${route}`, exact: true });
  const statuses = card.locator('[role="cell"][data-column="status"]');
  const withTags = async () => (await statuses.allInnerTexts()).map((text) => text.replace(/\s*Late$/, " Late").trim());
  await expect(card).toContainText("0 of 7 stops done");
  await expect(statuses).toHaveText(Array<string>(7).fill("Not Started"));

  const user = `${randomUUID()}@drivers.example`;
  for (const { time, deeds, stops } of COURSE) {
    await passUntil(page, time);
    for (const [index, [eventType, stop]] of deeds.entries()) {
      // One after another within the minute.
      const occurredAt = new Date(at(time).getTime() + index * 1000).toISOString();
      const data = { stockingIndex: 8, route };
      await tell("DriverAction", fridges[stop - 1]?.id ?? "", { eventType, user, data, occurredAt });
    }
    await expect(async () => {
      // The page asks anew every two minutes.
      await page.clock.fastForward(120_000);
      await expect.poll(withTags, { timeout: 3000 }).toEqual(stops);
    }, `at ${time}`).toPass();
  }
  await expect(card).toContainText("5 of 7 stops done");

  // What is told after 18:00 is the next day's.
  const occurredAt = new Date(at("18:00").getTime()).toISOString();
  await tell("DriverAction", fridges[3]?.id ?? "", { eventType: "LocationStocked", user, occurredAt, data: { route } });
  await tell("DriverAction", fridges[4]?.id ?? "", {
    eventType: "LocationStocked",
    user,
    occurredAt: at("17:59").toISOString(),
    data: { stockingIndex: 8, route },
  });
  await expect(async () => {
    await page.clock.fastForward(120_000);
    await expect(statuses.nth(4)).toHaveText("Completed", { timeout: 3000 });
  }).toPass();
  await expect(statuses.nth(3)).toHaveText("Unreachable Incomplete");
});
