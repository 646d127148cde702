/** What every end-to-end test begins with. */
import { test as base, expect, type Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";
import { userOf, type Profile } from "./stack";

declare global {
  interface Window {
    readonly axe: typeof import("axe-core");
  }
}

/** A test in which no script of the page may break. */
export const test = base.extend<{ unbroken: void }>({
  unbroken: [
    async ({ page }, use) => {
      const faults: string[] = [];
      page.on("pageerror", (error) => faults.push(error.message));
      await use();
      expect(faults, "scripts of the page that broke").toEqual([]);
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

/** Opens `address` and signs in there, by the sign-in screen. */
export async function signInByForm(page: Page, profile: Profile, address = "/home"): Promise<void> {
  const { email, password } = userOf(profile);
  await page.goto(address);
  await fillSignIn(page, email, password);
  await expect(page.getByRole("banner")).toBeVisible();
}

/** Sessions of this worker, as the browser keeps them: each profile goes through the sign-in screen once. */
const sessions = new Map<Profile, Readonly<Record<string, string>>>();

/** A person of the profile: at `address`, or about to open one. */
export async function signIn(page: Page, profile: Profile, address?: string): Promise<void> {
  const session = sessions.get(profile);
  if (!session) {
    await signInByForm(page, profile, address);
    // Without the time of the last activity, which would end the session of a test that begins much later.
    const kept = await page.evaluate(() => Object.entries({ ...localStorage }));
    sessions.set(profile, Object.fromEntries(kept.filter(([key]) => key !== "larder.lastActivity")));
    return;
  }
  // Any file of the app's origin will do to reach its storage before the app does.
  await page.goto("/icon.svg");
  await page.evaluate((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, session);
  if (address === undefined) return;
  await page.goto(address);
  await expect(page.getByRole("banner")).toBeVisible();
}

export async function signOut(page: Page): Promise<void> {
  await openUserMenu(page);
  await page.getByRole("button", { name: "Log Out" }).click();
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
}

export async function openUserMenu(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Location Services: \w+ User/ }).click();
}

/** What axe can tell of the page as it is now. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await faults(page)).toEqual([]);
}

/**
 * The same on a phone and at a desk, there in the dark too, without opening the page anew: only colours differ in the dark,
 * and nothing may be wider than the screen.
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
  expect(await faults(page, { runOnly: ["color-contrast"] }), "in the dark").toEqual([]);
}

/** What axe finds in the page. It is put there once, and only what is wrong comes back: that takes half the time. */
async function faults(page: Page, only: RunOptions = {}): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return await page.evaluate(
    async (options) => {
      const { violations } = await window.axe.run(document, options);
      return violations.map(
        ({ id, help, nodes }) => `${id}: ${help} at ${nodes.map(({ html }) => html).join(" and ")}`,
      );
    },
    { resultTypes: ["violations"], preload: false, ...only } satisfies RunOptions,
  );
}
