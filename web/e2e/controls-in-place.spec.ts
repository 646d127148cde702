/** Controls keep their places while a screen loads, so that a click never presses another control. */
import type { Locator, Page } from "@playwright/test";
import { expect, signIn, test } from "./fixtures";
import { createFridge } from "./location-fridge";

interface Case {
  /** The address. If it ends with a slash, the id of a new fridge follows. */
  readonly screen: string;
  /** The operation whose response is held back. */
  readonly operation: string;
  readonly controls: (page: Page) => readonly Locator[];
  /** What the screen shows before and after the response. `loading` includes what other responses add above the controls. */
  readonly loading: (page: Page) => readonly Locator[];
  readonly loaded: (page: Page) => readonly Locator[];
}

const CASES: readonly Case[] = [
  {
    screen: "/locations/all?status=DEAD",
    operation: "locations",
    controls: (page) => [
      page.getByRole("button", { name: "Find anything" }),
      page.getByRole("radio", { name: "Map" }),
      page.getByRole("button", { name: /^Refresh/ }),
      page.getByRole("button", { name: "Add", exact: true }),
      page.getByRole("button", { name: "Views", exact: true }),
    ],
    loading: (page) => [
      page.getByRole("button", { name: "Refreshing…" }),
      page.getByRole("button", { name: "Views", exact: true }),
    ],
    loaded: (page) => [
      page.getByRole("button", { name: "Refresh", exact: true }),
      page.getByRole("button", { name: "Table options" }),
      page.getByText("Location Services: ok"),
    ],
  },
  {
    screen: "/locations/overview/",
    operation: "location",
    controls: (page) => [page.getByRole("button", { name: /^Copy E2E_/ })],
    loading: (page) => [page.getByRole("button", { name: /^Copy E2E_/ })],
    loaded: (page) => [page.getByText("Test kitchen").first()],
  },
  {
    screen: "/locations/health/",
    operation: "fridgeTemperatures",
    controls: (page) => [page.getByRole("link", { name: "Temperature record of 7, 30 or 90 days" })],
    loading: (page) => [
      page.getByText("No open alerts."),
      page.getByText("No commands have been sent to this fridge"),
      page.getByLabel("Connection details"),
      page.getByText("No data: this fridge has never reported."),
      page.getByText("Loading temperatures…"),
    ],
    loaded: (page) => [page.getByText("No temperatures reported")],
  },
  {
    screen: "/account",
    operation: "mySignIns",
    controls: (page) => [page.getByRole("button", { name: "Sign out everywhere" })],
    loading: (page) => [page.getByRole("button", { name: "Set up" }), page.getByText("Loading your sign-ins…")],
    loaded: (page) => [page.getByRole("list", { name: "Latest sign-ins" })],
  },
];

for (const { screen, operation, controls, loading, loaded } of CASES) {
  for (const width of [390, 1280]) {
    test(`${screen} keeps its controls in place while it loads at a width of ${width} pixels`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      await signIn(page, "admin");
      const address = screen.endsWith("/") ? `${screen}${await createFridge(page)}` : screen;
      let release = () => undefined as void;
      const released = new Promise<void>((resolve) => (release = resolve));
      await page.route("**/graphql", async (route) => {
        const body = route.request().postDataJSON() as { operationName?: string } | null;
        if (body?.operationName === operation) await released;
        await route.continue();
      });
      const places = () => Promise.all(controls(page).map((control) => control.boundingBox()));
      const expectAttached = async (locators: readonly Locator[]) => {
        for (const locator of locators) await expect(locator).toBeAttached();
      };

      await page.goto(address);
      await expectAttached(loading(page));
      const before = await places();
      expect(before).not.toContain(null);
      release();
      await expectAttached(loaded(page));
      expect(await places()).toEqual(before);
    });
  }
}
