/**
 * Opens the twelve busiest screens with sample data in light mode, in dark mode and at the size of a phone. With
 * LARDER_WRITE_SCREENS=1 (`npm run screens`) it writes the pictures in docs/screens.
 */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { toIndexedPng } from "./indexedPng";
import { MOCK_APP } from "./servers";

const FOLDER = path.resolve(import.meta.dirname, "../../docs/screens");
const WRITES = process.env.LARDER_WRITE_SCREENS === "1";

/** A Monday morning in Central time. With a fixed time, the sample data and the pictures are always the same. */
const NOW = new Date("2026-11-23T16:00:00Z");
const DAY = "2026-11-23";

interface ProductScreen {
  /** The name of the picture's file. */
  readonly name: string;
  readonly address: string;
  /** Brings the screen into the state of the picture. */
  readonly prepare?: (page: Page) => Promise<void>;
}

const PARS = [
  "location,dropOffDate,deliveryDate,stockingIndex,item,par,overCapacityAmount,jit,priorityBoost",
  `IL_0005,${DAY},${DAY},2,Harvest Salad,6,2.5,true,`,
  `IL_0005,${DAY},${DAY},2,Turkey Club,4,0,true,`,
  `IL_0009,${DAY},${DAY},2,Cold Brew,8,0,true,`,
].join("\n");

const SCREENS: readonly ProductScreen[] = [
  { name: "home", address: "/home" },
  { name: "locations", address: "/locations/all" },
  { name: "fridge-overview", address: "/locations/overview/IL_0001" },
  { name: "fleet-health", address: "/portfoliohealth?look=worst" },
  { name: "alerts", address: "/portfoliohealth/alerts" },
  { name: "stocking-dashboard", address: `/reports/checkpoints?date=${DAY}&show=routes` },
  { name: "drop-off-summary", address: `/reports/dropoffsummary?date=${DAY}` },
  { name: "fridge-software", address: "/locations/fridge_software" },
  {
    name: "pars-upload",
    address: "/pars/upload",
    prepare: async (page) => {
      const file = { name: "pars.csv", mimeType: "text/csv", buffer: Buffer.from(PARS) };
      await page.getByLabel("CSV file").setInputFiles(file);
      await expect(page.getByText(/IL_0005/).first()).toBeVisible();
    },
  },
  { name: "stock-outs", address: "/reports/stockouts" },
  { name: "permissions", address: "/users/permissions" },
  {
    name: "search",
    address: "/home",
    prepare: async (page) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Find anything" }).fill("il 1");
      await expect(page.getByRole("option", { name: /IL_/ }).first()).toBeVisible();
    },
  },
];

const VARIANTS = [
  { variant: "light", colorScheme: "light", viewport: { width: 1280, height: 800 } },
  { variant: "dark", colorScheme: "dark", viewport: { width: 1280, height: 800 } },
  { variant: "phone", colorScheme: "light", viewport: { width: 390, height: 844 } },
] as const;

/** Waits until the screen shows its data. */
async function open(page: Page, { address, prepare }: ProductScreen): Promise<void> {
  await page.goto(`${MOCK_APP}${address}${address.includes("?") ? "&" : "?"}profile=admin`);
  await expect(page.locator("main h1").first()).toBeVisible();
  // Parts that are loaded on demand.
  await page.waitForLoadState("networkidle");
  await expect(page.locator("main").getByText(/^(Loading|Checking)( .*)?…$/)).toHaveCount(0);
  await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
  await prepare?.(page);
  await page.evaluate(() => document.fonts.ready);
}

for (const screen of SCREENS) {
  for (const { variant, ...settings } of VARIANTS) {
    test(`${screen.name}, ${variant}`, async ({ page }) => {
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(error.message));
      await page.clock.setFixedTime(NOW);
      await page.setViewportSize(settings.viewport);
      await page.emulateMedia({ colorScheme: settings.colorScheme });
      await open(page, screen);
      await expect(page.locator("main [role=alert]")).toHaveCount(0);
      expect(errors).toEqual([]);
      if (WRITES) {
        const file = path.join(FOLDER, `${screen.name}-${variant}.png`);
        const picture = await page.screenshot({ animations: "disabled", caret: "hide" });
        writeFileSync(file, toIndexedPng(picture));
      }
    });
  }
}
