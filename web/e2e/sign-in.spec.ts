import type { Page } from "@playwright/test";
import { createAccount, deleteAccount } from "./cognito";
import { expect, expectAccessible, fillSignIn, signInByForm, signOut, test } from "./fixtures";
import { userOf } from "./stack";

test("nothing of the app shows before, and nothing is asked of the server", async ({ page }) => {
  const calls: string[] = [];
  page.on("request", (request) => {
    if (/graphql|_user_request_/.test(request.url())) calls.push(request.url());
  });
  await page.goto("/locations/all");
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Locations" })).toHaveCount(0);
  await expect(page.getByText("Create Account")).toHaveCount(0);
  await expectAccessible(page);
  expect(calls).toEqual([]);
});

test("a wrong password is refused", async ({ page }) => {
  await page.goto("/");
  await fillSignIn(page, userOf("operations").email, "Not-the-password-1");
  await expect(page.getByText("Incorrect username or password.")).toBeVisible();
  await expect(page.getByRole("navigation")).toHaveCount(0);
});

test("the right one leads to the screen that was asked for, and a reload keeps the session", async ({ page }) => {
  await signInByForm(page, "operations", "/delivery");
  await expect(page.getByText("This action is no longer necessary.")).toBeVisible();
  await page.reload();
  await expect(page.getByText("This action is no longer necessary.")).toBeVisible();
});

test("every call carries the ID token", async ({ page }) => {
  const call = page.waitForRequest(/graphql/);
  await signInByForm(page, "operations");
  const token = (await call).headers().authorization ?? "";
  const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Record<string, unknown>;
  expect(claims).toMatchObject({ token_use: "id", email: userOf("operations").email });
});

test("signing out leaves nothing of what was loaded", async ({ page }) => {
  await signInByForm(page, "operations", "/locations/all");
  await expect(page.getByRole("link", { name: "Inventory" }).first()).toBeVisible();
  const kept = () =>
    page.evaluate(async () => {
      const opening = indexedDB.open("larder");
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(new Error("No database"));
      });
      const names = [...database.objectStoreNames];
      if (names.length === 0) return 0;
      const count = database
        .transaction(names)
        .objectStore(names[0] ?? "")
        .count();
      const entries = await new Promise<number>((resolve) => (count.onsuccess = () => resolve(count.result)));
      database.close();
      return entries;
    });
  await expect.poll(kept).toBeGreaterThan(0);
  await signOut(page);
  await expect(page.getByRole("navigation")).toHaveCount(0);
  expect(await kept()).toBe(0);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("idToken")))).toEqual([]);
});

test("the next person in the same browser sees nothing of the one before", async ({ page }) => {
  await signInByForm(page, "operations", "/locations/all");
  await expect(page.getByRole("link", { name: "Inventory" }).first()).toBeVisible();
  await signOut(page);
  const { email, password } = userOf("no-permissions");
  await fillSignIn(page, email, password);
  await expect(page.getByText("Error! User Action Prohibited!")).toBeVisible();
  await expect(page.getByRole("link", { name: "Inventory" })).toHaveCount(0);
});

test.describe("tokens that have expired", () => {
  /** Has Amplify believe that the clock here is a day late. */
  const expireTokens = (page: Page, entries: Readonly<Record<string, string>> = {}) =>
    page.evaluate(
      (changes) => {
        for (const key of Object.keys(localStorage)) {
          const change = Object.entries(changes).find(([name]) => key.endsWith(name));
          if (change) localStorage.setItem(key, change[1]);
        }
      },
      { ".clockDrift": String(24 * 3_600_000), ...entries },
    );

  test("are refreshed, and the session goes on", async ({ page }) => {
    await signInByForm(page, "operations", "/delivery");
    await expireTokens(page);
    const refresh = page.waitForResponse((response) =>
      /InitiateAuth|GetTokens/.test(response.request().headers()["x-amz-target"] ?? ""),
    );
    await page.reload();
    await expect(page.getByText("This action is no longer necessary.")).toBeVisible();
    expect((await refresh).ok()).toBe(true);
  });

  test("and cannot be refreshed lead to the sign-in", async ({ page }) => {
    await signInByForm(page, "operations", "/delivery");
    await expireTokens(page, { ".refreshToken": "revoked" });
    await page.reload();
    await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
    await expect(page.getByRole("navigation")).toHaveCount(0);
  });
});

test("signing out in one tab ends the other", async ({ page, context }) => {
  await signInByForm(page, "operations");
  const other = await context.newPage();
  await other.goto("/home");
  await expect(other.getByRole("banner")).toBeVisible();
  await signOut(page);
  await expect(other.getByRole("button", { name: "Sign in" })).toBeVisible();
});

test.describe("a new account", () => {
  const email = `new-${Date.now()}@larder.example`;
  const first = "First-password-1";
  const own = "My-own-password-2";
  test.beforeAll(() => createAccount(email, first));
  test.afterAll(() => deleteAccount(email));

  test("changes its first password, and may get a new one when that is forgotten", async ({ page }) => {
    await page.goto("/");
    await fillSignIn(page, email, first);
    await expect(page.getByRole("heading", { name: "Change Password" })).toBeVisible();
    await page.getByLabel("Password", { exact: true }).fill(own);
    await page.getByLabel("Confirm Password", { exact: true }).fill(own);
    await page.getByRole("button", { name: "Change Password" }).click();
    await expect(page.getByRole("banner")).toBeVisible();
    await expect(page.getByText(/Nothing has been granted to you yet/)).toBeVisible();

    await signOut(page);
    await page.getByRole("button", { name: "Forgot your password?" }).click();
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Send code" }).click();
    const next = "My-next-password-3";
    // The emulator takes any code.
    await page.getByLabel("Code *").fill("123456");
    await page.getByLabel("New Password", { exact: true }).fill(next);
    await page.getByLabel("Confirm Password", { exact: true }).fill(next);
    await page.getByRole("button", { name: "Submit" }).click();
    await fillSignIn(page, email, next);
    await expect(page.getByRole("banner")).toBeVisible();
  });
});
