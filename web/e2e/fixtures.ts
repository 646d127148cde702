/** Shared fixtures and helpers of the browser tests. */
import { randomUUID } from "node:crypto";
import { test as base, expect, type Locator, type Page } from "@playwright/test";
import type { RunOptions } from "axe-core";
import { findViolations } from "../components/checks";
import { userOf, type Profile } from "./stack";

/** Fails the test if a script of a page throws. */
export const test = base.extend<{ failOnPageError: void }>({
  failOnPageError: [
    async ({ context }, use) => {
      const errors: string[] = [];
      context.on("weberror", (event) => errors.push(event.error().message));
      await use();
      expect(errors, "uncaught errors of the pages").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

export async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Opens `address` and signs in with the form. */
export async function signInByForm(page: Page, profile: Profile, address = "/home"): Promise<void> {
  const { email, password } = userOf(profile);
  await page.goto(address);
  await fillSignIn(page, email, password);
  await expect(page.getByRole("banner")).toBeVisible();
}

/** The local storage of each profile's session. Each worker signs in with the form once per profile. */
const sessions = new Map<Profile, Readonly<Record<string, string>>>();

/** Signs in a user of the profile, and opens `address` if it is set. */
export async function signIn(page: Page, profile: Profile, address?: string): Promise<void> {
  const session = sessions.get(profile);
  if (!session) {
    await signInByForm(page, profile, address);
    // Excludes the time of the last activity, which would end the session in a test that starts much later.
    const entries = await page.evaluate(() => Object.entries({ ...localStorage }));
    sessions.set(profile, Object.fromEntries(entries.filter(([key]) => key !== "larder.lastActivity")));
    return;
  }
  // The page sets the local storage before the app starts, once, so that it does not undo a sign-out.
  await page.addInitScript(
    ({ key, entries }) => {
      if (sessionStorage.getItem(key) !== null) return;
      sessionStorage.setItem(key, "");
      for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value);
    },
    { key: `signed in ${randomUUID()}`, entries: session },
  );
  // A static file of the origin does not start the app.
  await page.goto(address ?? "/icon.svg");
  if (address !== undefined) await expect(page.getByRole("banner")).toBeVisible();
}

export async function signOut(page: Page): Promise<void> {
  await openUserMenu(page);
  await page.getByRole("menuitem", { name: "Log Out" }).click();
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
}

export async function openUserMenu(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^User / }).click();
}

/** Whether axe checks pages. The default run of ./scripts/test leaves this out, because it takes much time. */
const CHECKS_ACCESSIBILITY = process.env.LARDER_SKIP_ACCESSIBILITY !== "1";

/** Expects that axe finds no violations in the current page. */
export async function expectAccessible(page: Page, options: RunOptions = {}, title?: string): Promise<void> {
  if (CHECKS_ACCESSIBILITY) expect(await findViolations(page, options), title).toEqual([]);
}

/**
 * Expects no violations and no horizontal overflow at phone and desktop width, and sufficient contrast in dark mode. The
 * page is not reloaded, because dark mode changes only colors.
 */
export async function expectAccessibleEverywhere(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "light" });
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await expectAccessible(page);
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(overflow, `wider than ${width} pixels`).toBeLessThanOrEqual(0);
  }
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page, { runOnly: ["color-contrast"] }, "in dark mode");
}

/** Opens the options of a combobox. A scroll event of its scrolling into view would close them, so it comes first. */
export async function openOptions(combobox: Locator): Promise<void> {
  await combobox.scrollIntoViewIfNeeded();
  await combobox.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await combobox.click();
}
