import { readFileSync } from "node:fs";
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

test("has an accessible navigation bar and home page", async ({ page }) => {
  await signIn(page, "admin", "/home");
  await expect(page.getByRole("heading", { level: 1, name: "Larder" })).toBeVisible();
  await expect(page.getByText("A simple insight into the field")).toBeVisible();
  await page.getByRole("button", { name: "Reporting" }).click();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await openUserMenu(page);
  await expectAccessibleEverywhere(page);
});

test("shows entries and screens of a feature flag to users with the flag", async ({ page }) => {
  await signIn(page, "admin", "/home");
  const bar = page.getByRole("navigation", { name: "Main" });
  await bar.getByRole("button", { name: "Routes" }).click();
  await bar.getByRole("link", { name: "JIT Management" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "JIT Management" })).toBeVisible();
});

test("hides entries and screens of a feature flag from other users", async ({ page }) => {
  await signIn(page, "operations", "/home");
  const bar = page.getByRole("navigation", { name: "Main" });
  await bar.getByRole("button", { name: "Routes" }).click();
  await expect(bar.getByRole("link", { name: "LogiNext" })).toBeVisible();
  await expect(bar.getByRole("link", { name: "JIT Management" })).toHaveCount(0);
  for (const address of ["/jit-management", "/reports/dropoffsummary"]) {
    await page.goto(address);
    await expect(page).toHaveURL(/\/home$/);
  }
});

test("shows the user, the version and the state of the location services in the user menu", async ({ page }) => {
  await signIn(page, "read-only", "/locations/all");
  await expect(page.getByRole("link", { name: "Inventory" }).first()).toBeVisible();
  await openUserMenu(page);
  const menu = page.getByRole("navigation", { name: "Main" });
  await expect(menu.getByText("Signed in as").locator("+ dd")).toHaveText(userOf("read-only").email);
  await expect(menu.getByText("Location Services", { exact: true }).locator("+ dd")).toContainText("ok");
  await expect(menu.getByText("Version").locator("+ dd")).not.toBeEmpty();
});

test("shows a failure of the location services in the icon", async ({ page }) => {
  await page.route(/graphql/, async (route) => {
    const body = route.request().postDataJSON() as { operationName: string };
    await (body.operationName === "locations" ? route.abort() : route.continue());
  });
  await signIn(page, "read-only", "/locations/all");
  await expect(page.getByRole("button", { name: /Location Services: error/ })).toBeVisible({ timeout: 20_000 });
});

test("opens the menu with a button on a phone, and closes it on selection", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await signIn(page, "operations", "/home");
  await expect(page.getByRole("button", { name: "Forecast" })).toBeHidden();
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Forecast" }).click();
  await expectAccessible(page);
  await page.getByRole("navigation").getByRole("link", { name: "Upload" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Forecast Upload" })).toBeFocused();
  await expect(page.getByRole("button", { name: "Forecast" })).toBeHidden();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

test("makes the whole navigation bar reachable by keyboard", async ({ page }) => {
  await signIn(page, "operations", "/home");
  await page.locator("body").focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  const bar = page.getByRole("navigation", { name: "Main" });
  const groups = bar.getByRole("button", { expanded: false });
  const names = ["Internal Apps", "Reporting", "Routes", "Forecast", "Pars", "Locations", "Channel Management"];
  await expect(groups).toHaveCount(names.length + 1);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  for (const name of names) {
    await page.keyboard.press("Tab");
    await expect(bar.getByRole("button", { name })).toBeFocused();
  }
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(bar.getByRole("link", { name: "Planogram" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Channel Management" })).toBeFocused();
  await expect(bar.getByRole("link", { name: "Planogram" })).toBeHidden();
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
