/**
 * A whole stocking day on the dashboard in accelerated time: the browser's clock runs through yesterday's stocking day,
 * while a driver reports actions (docs/requirements/stocking.md).
 */
import { randomUUID } from "node:crypto";
import { parseDate, parseTime, toCalendarDateTime, toZoned } from "@internationalized/date";
import type { Page } from "@playwright/test";
import { stockingDayOf } from "../src/stocking/rules/stockingDay";
import { expect, signIn, test } from "./fixtures";
import { listLocations, uniqueRoute, storeStops, type Stop } from "./route-stops";
import { sendTelemetry } from "./telemetry";

/** The last completed stocking day. */
const DAY = parseDate(stockingDayOf(new Date())).subtract({ days: 1 });

/** The instant of a Central time of that day. */
function at(time: string): Date {
  return toZoned(toCalendarDateTime(DAY, parseTime(time)), "America/Chicago").toDate();
}

/** The driver actions at each time, as [type, stop], and the expected status of each stop afterwards. */
const TIMELINE: readonly {
  time: string;
  actions: readonly (readonly [string, number])[];
  expectedStatuses: readonly string[];
}[] = [
  {
    time: "04:40",
    actions: [1, 2, 3, 4, 5, 6, 7].map((stop) => ["VanTemperature", stop] as const),
    expectedStatuses: Array<string>(7).fill("Van Temperature Set"),
  },
  {
    time: "05:10",
    actions: [["PackingSlipQuery", 1]],
    expectedStatuses: ["In Progress", ...Array<string>(6).fill("Van Temperature Set")],
  },
  {
    time: "05:55",
    actions: [
      ["LocationStocked", 1],
      ["PackingSlipQuery", 2],
    ],
    expectedStatuses: ["Completed", "In Progress", ...Array<string>(5).fill("Van Temperature Set")],
  },
  {
    time: "06:30",
    actions: [["PackingSlipQuery", 3]],
    expectedStatuses: ["Completed", "Incomplete Late", "In Progress", ...Array<string>(4).fill("Van Temperature Set")],
  },
  {
    time: "07:15",
    actions: [
      ["LocationStocked", 3],
      ["LocationUnreachable", 4],
      ["PackingSlipQuery", 5],
    ],
    expectedStatuses: [
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
    actions: [
      ["LocationUnreachable", 5],
      ["InventoryRemoval", 6],
      ["ClearOutDecommission", 7],
    ],
    expectedStatuses: [
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
    actions: [
      ["PackingSlipQuery", 2],
      ["LocationStocked", 2],
    ],
    expectedStatuses: [
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

/** Advances the page's clock to a time of the day. */
async function advanceTo(page: Page, time: string): Promise<void> {
  // A key press counts as activity and keeps the session alive.
  await page.keyboard.press("Shift");
  await page.clock.fastForward(at(time).getTime() - (await page.evaluate(() => Date.now())));
}

test(
  "shows each stop as completed, incomplete, unreachable or removed as the day passes",
  { tag: "@long" },
  async ({ page }) => {
    // The test waits seven times for actions to pass the queue.
    test.slow();
    await signIn(page, "admin");
    const fridges = (await listLocations(page)).filter(({ type }) => type === "FRIDGE").slice(10, 17);
    const route = uniqueRoute();
    const stop = { stockingDate: DAY.toString(), market: "MW", route, stockingIndex: 8, stopType: "STOCK" } as const;
    await storeStops(
      page,
      fridges.map(({ id }, index): Stop => ({ ...stop, id, stop: index + 1 })),
    );

    // The clock jumps further than the idle timeout.
    await page.route("**/config.json", async (route) => {
      const configuration = (await (await route.fetch()).json()) as Record<string, unknown>;
      await route.fulfill({ json: { ...configuration, idleSignOutMinutes: 720 } });
    });
    await page.clock.install({ time: at("04:00") });
    await page.goto(`/reports/checkpoints?date=${DAY.toString()}&route=${route}&show=routes`);
    const card = page.getByRole("region", { name: `Route ${route}`, exact: true });
    const statuses = card.locator('[role="cell"][data-column="status"]');
    const readStatuses = async () =>
      (await statuses.allInnerTexts()).map((text) => text.replace(/\s*Late$/, " Late").trim());
    await expect(card).toContainText("0 of 7 stops done");
    await expect(statuses).toHaveText(Array<string>(7).fill("Not Started"));

    const user = `${randomUUID()}@drivers.example`;
    for (const { time, actions, expectedStatuses } of TIMELINE) {
      await advanceTo(page, time);
      for (const [index, [eventType, stop]] of actions.entries()) {
        // The actions of a time are one second apart.
        const occurredAt = new Date(at(time).getTime() + index * 1000).toISOString();
        const data = { stockingIndex: 8, route };
        await sendTelemetry("DriverAction", fridges[stop - 1]?.id ?? "", { eventType, user, data, occurredAt });
      }
      await expect(async () => {
        // The page refreshes every two minutes.
        await page.clock.fastForward(120_000);
        await expect.poll(readStatuses, { timeout: 3000 }).toEqual(expectedStatuses);
      }, `at ${time}`).toPass();
    }
    await expect(card).toContainText("5 of 7 stops done");

    // An action after 18:00 belongs to the next stocking day.
    const occurredAt = new Date(at("18:00").getTime()).toISOString();
    await sendTelemetry("DriverAction", fridges[3]?.id ?? "", {
      eventType: "LocationStocked",
      user,
      occurredAt,
      data: { route },
    });
    await sendTelemetry("DriverAction", fridges[4]?.id ?? "", {
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
  },
);
