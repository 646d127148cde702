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

test("the shell and the home page are accessible", async ({ page }) => {
  await signIn(page, "admin", "/home");
  await expect(page.getByRole("heading", { level: 1, name: "Larder" })).toBeVisible();
  await expect(page.getByText("A simple insight into the field")).toBeVisible();
  await page.getByRole("button", { name: "Reporting" }).click();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await openUserMenu(page);
  await expectAccessibleEverywhere(page);
});

test("entries and screens of a flag are for whom it is on", async ({ page }) => {
  await signIn(page, "admin", "/home");
  const bar = page.getByRole("navigation", { name: "Main" });
  await bar.getByRole("button", { name: "Routes" }).click();
  await bar.getByRole("link", { name: "JIT Management" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "JIT Management" })).toBeVisible();
});

test("entries and screens of a flag are not there for anybody else", async ({ page }) => {
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

test("the user menu names the signed-in user, the version and the state of the location services", async ({ page }) => {
  await signIn(page, "read-only", "/locations/all");
  await expect(page.getByRole("link", { name: "Inventory" }).first()).toBeVisible();
  await openUserMenu(page);
  const menu = page.getByRole("navigation", { name: "Main" });
  await expect(menu.getByText("Signed in as").locator("+ dd")).toHaveText(userOf("read-only").email);
  await expect(menu.getByText("Location Services", { exact: true }).locator("+ dd")).toContainText("ok");
  await expect(menu.getByText("Version").locator("+ dd")).not.toBeEmpty();
});

test("the services' failure shows in their icon", async ({ page }) => {
  await page.route(/graphql/, async (route) => {
    const body = route.request().postDataJSON() as { operationName: string };
    await (body.operationName === "locations" ? route.abort() : route.continue());
  });
  await signIn(page, "read-only", "/locations/all");
  await expect(page.getByRole("button", { name: /Location Services: error/ })).toBeVisible({ timeout: 20_000 });
});

test("on a phone a button opens the menu, and an entry closes it", async ({ page }) => {
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

test("all of the bar is reached by keyboard", async ({ page }) => {
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

test("an unknown address is said to be one", async ({ page }) => {
  await signIn(page, "operations", "/no/such/screen");
  await expect(page.getByText("Sorry, page not found!")).toBeVisible();
  await expectAccessible(page);
});

test("all of it runs under production's content security policy", async ({ page }) => {
  const template = readFileSync("../infra/hosting.yaml", "utf8");
  const directives = [...template.matchAll(/- "?((?:[a-z]+-src|base-uri|form-action|frame-ancestors) '[^"\n]*)"?$/gm)];
  const policy = directives.map(([, directive]) => directive).join("; ");
  expect(policy).toContain("script-src 'self'");
  const refused: string[] = [];
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text())) refused.push(message.text());
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
  expect(refused).toEqual([]);
});

test("a newer version of the console is told within five minutes, until the page is refreshed", async ({ page }) => {
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
