/** Checks every screen of the app with the sample data of `npm run dev:mock`. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { array, parse, string } from "valibot";
import { businessDay } from "../src/lib/day";
import { DESKTOP, expectNoViolations, expectReflow } from "./checks";
import { MOCK_APP } from "./servers";

/** The paths of the route table. */
const ROUTES = parse(
  array(string()),
  JSON.parse(readFileSync(path.join(import.meta.dirname, "../../functions/analytics/screens.json"), "utf8")),
);
/** The addresses of all screens, with and without an optional id. Paths that end with `*` are redirects. */
const ADDRESSES = ROUTES.filter((route) => !/.\/\*$/.test(route)).flatMap((route) => {
  const address = route.replace("*", "no-such-screen").replace(/:id\??/, "IL_0001");
  return route.endsWith("?") ? [address, route.replace("/:id?", "")] : [address];
});

/** Waits until the screen shows its data. */
async function open(page: Page, address: string): Promise<void> {
  // The parameters of reports. Other screens ignore them.
  const query = new URLSearchParams({ profile: "admin", date: businessDay(), show: "routes" });
  await page.goto(`${MOCK_APP}${address}?${query.toString()}`);
  await expect(page.locator("main h1").first()).toBeVisible();
  await expect(page.locator("main").getByText(/^(Loading|Checking) .*…$/)).toHaveCount(0);
  await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
}

for (const address of ADDRESSES) {
  test(address, async ({ page }) => {
    const messages: string[] = [];
    page.on("pageerror", (error) => messages.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "warning" || message.type() === "error") messages.push(message.text());
    });
    await page.setViewportSize(DESKTOP);
    await open(page, address);
    await expectNoViolations(page);
    await expectReflow(page);
    expect.soft(messages, "messages of the console").toEqual([]);
  });
}

for (const width of [1100, 1280]) {
  test(`the top bar fits next to the open help at ${String(width)} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await open(page, "/home");
    await page.getByRole("button", { name: "Help", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Help", exact: true })).toBeVisible();
    const overflow = await page.getByRole("banner").evaluate((bar) => bar.scrollWidth - bar.clientWidth);
    expect(overflow).toBe(0);
  });
}
