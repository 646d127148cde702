import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import {
  expect,
  expectAccessible,
  expectAccessibleEverywhere,
  openUserMenu,
  signIn,
  signInByForm,
  test,
} from "./fixtures";
import { userOf } from "./stack";

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 844 };

/** The navigation, in the sidebar or the drawer. */
const navigation = (page: Page) => page.getByRole("navigation", { name: "Main" });

test("has an accessible navigation and home page", { tag: "@accessible" }, async ({ page }) => {
  await signIn(page, "admin", "/home");
  await expect(page.getByRole("heading", { level: 1, name: "Larder" })).toBeVisible();
  await expect(page.getByText("A simple insight into the field")).toBeVisible();
  await navigation(page).getByRole("button", { name: "Reporting" }).click();
  await expectAccessibleEverywhere(page);
  await page.setViewportSize(DESKTOP);
  await page.getByRole("button", { name: "Collapse navigation" }).click();
  await expectAccessible(page);
  await openUserMenu(page);
  await expectAccessible(page);
});

test("shows entries and screens of a feature flag to users with the flag", async ({ page }) => {
  await signIn(page, "admin", "/home");
  await navigation(page).getByRole("button", { name: "Routes" }).click();
  await navigation(page).getByRole("link", { name: "JIT Management" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "JIT Management" })).toBeVisible();
  await expect(navigation(page).getByRole("link", { name: "JIT Management" })).toHaveAttribute("aria-current", "page");
});

test("hides entries and screens of a feature flag from other users", async ({ page }) => {
  await signIn(page, "operations", "/home");
  await navigation(page).getByRole("button", { name: "Routes" }).click();
  await expect(navigation(page).getByRole("link", { name: "View" })).toBeVisible();
  await expect(navigation(page).getByRole("link", { name: "JIT Management" })).toHaveCount(0);
  for (const address of ["/jit-management", "/reports/dropoffsummary"]) {
    await page.goto(address);
    await expect(page).toHaveURL(/\/home$/);
  }
});

test("hides entries that the user has no permission for", async ({ page }) => {
  await signIn(page, "read-only", "/home");
  await navigation(page).getByRole("button", { name: "Locations" }).click();
  await expect(navigation(page).getByRole("link", { name: "All" })).toBeVisible();
  await expect(navigation(page).getByRole("link", { name: "Add Fridge" })).toHaveCount(0);
  await expect(navigation(page).getByRole("button", { name: "Administration" })).toHaveCount(0);
});

test("remembers the collapsed sidebar", async ({ page }) => {
  await page.setViewportSize(DESKTOP);
  await signIn(page, "operations", "/home");
  await page.getByRole("button", { name: "Collapse navigation" }).click();
  await page.reload();
  await page.getByRole("button", { name: "Expand navigation" }).click();
  await expect(page.getByRole("button", { name: "Collapse navigation" })).toBeVisible();
});

test("shows the user, the version and the state of the location services in the user menu", async ({ page }) => {
  await signIn(page, "read-only", "/locations/all");
  await expect(page.getByRole("link", { name: "Inventory" }).first()).toBeVisible();
  await openUserMenu(page);
  const menu = page.getByRole("menu", { name: "User" });
  await expect(menu).toContainText(`Signed in as ${userOf("read-only").email}`);
  await expect(menu).toContainText("Location Services: ok");
  await expect(menu).toContainText(/Version \w/);
});

test("shows a failure of the location services", async ({ page }) => {
  await page.route(/graphql/, async (route) => {
    const body = route.request().postDataJSON() as { operationName: string };
    await (body.operationName === "locations" ? route.abort() : route.continue());
  });
  await signIn(page, "read-only", "/locations/all");
  await expect(page.getByText("Location Services: error")).toBeVisible({ timeout: 20_000 });
});

test("opens the navigation with a button on a phone, and closes it on selection", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await signIn(page, "operations", "/home");
  await expect(navigation(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Menu" }).click();
  await navigation(page).getByRole("button", { name: "Fridge Health" }).click();
  await expectAccessible(page);
  await navigation(page).getByRole("link", { name: "Alerts" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Alerts" })).toBeFocused();
  await expect(navigation(page)).toHaveCount(0);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Menu" })).toBeFocused();
});

test("makes the whole navigation reachable by keyboard", async ({ page }) => {
  await page.setViewportSize(DESKTOP);
  await signIn(page, "admin");
  // A new document: after the form of the sign-in, Tab would continue where the form was.
  await page.goto("/home");
  const names = [
    "Internal Apps",
    "Reporting",
    "Routes",
    "Forecast",
    "Pars",
    "Locations",
    "Fridge Health",
    "Channel Management",
    "Customer Service",
    "Administration",
    "Documentation",
  ];
  const groups = navigation(page).getByRole("button", { expanded: false });
  await expect(groups).toHaveCount(names.length);
  await page.locator("body").focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  // The brand and the home page.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  for (const name of names) {
    await page.keyboard.press("Tab");
    await expect(navigation(page).getByRole("button", { name })).toBeFocused();
  }
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(navigation(page).getByRole("link", { name: "Help and glossary" })).toBeFocused();
});

test("shows a not-found page for an unknown address", async ({ page }) => {
  await signIn(page, "operations", "/no/such/screen");
  await expect(page.getByText("Sorry, page not found!")).toBeVisible();
  await expectAccessible(page);
});

test("runs under the production content security policy", async ({ page }) => {
  const template = readFileSync("../infra/hosting.yaml", "utf8");
  const directives = [...template.matchAll(/- "?((?:[a-z]+-src|base-uri|form-action|frame-ancestors) '[^"\n]*)"?$/gm)];
  const policy = directives.map(([, directive]) => directive).join("; ");
  expect(policy).toContain("script-src 'self'");
  const violations: string[] = [];
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text())) violations.push(message.text());
  });
  await page.route(
    (url) => !url.pathname.includes("."),
    async (route) => {
      if (route.request().resourceType() !== "document") return route.fallback();
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), "content-security-policy": policy } });
    },
  );
  await signInByForm(page, "admin", "/locations/all");
  await page.getByRole("link", { name: "Inventory" }).first().waitFor();
  expect(violations).toEqual([]);
});

test("announces a newer version within five minutes until the page is refreshed", async ({ page }) => {
  await page.clock.install();
  await signIn(page, "operations", "/home");
  const notice = page.getByText("You are on an old version of the software. Please refresh the page.");
  await page.clock.runFor(300_000);
  await expect(notice).toHaveCount(0);
  await page.route("/", async (route) => {
    const html = await (await route.fetch()).text();
    await route.fulfill({
      contentType: "text/html",
      body: html.replace(/src="[^"]*(start-|main\.)[^"]+"/, 'src="/assets/start-Next.js"'),
    });
  });
  await page.clock.runFor(300_000);
  await expect(notice).toBeVisible();
  await page.clock.runFor(60_000);
  await expect(notice).toBeVisible();
  await expectAccessible(page);
});
