import type { Page } from "@playwright/test";
import { createAccount, deleteAccount } from "./cognito";
import { expect, expectAccessible, fillSignIn, signInByForm, signOut, test } from "./fixtures";
import { userOf } from "./stack";

test("shows nothing of the app and sends no requests before sign-in", async ({ page }) => {
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

test("rejects a wrong password", async ({ page }) => {
  await page.goto("/");
  await fillSignIn(page, userOf("operations").email, "Not-the-password-1");
  await expect(page.getByText("Incorrect username or password.")).toBeVisible();
  await expect(page.getByRole("navigation")).toHaveCount(0);
});

test("opens the requested screen after sign-in, and keeps the session after a reload", async ({ page }) => {
  await signInByForm(page, "operations", "/delivery");
  await expect(page.getByText("This action is no longer necessary.")).toBeVisible();
  await page.reload();
  await expect(page.getByText("This action is no longer necessary.")).toBeVisible();
});

test("requests the configuration once, before any script runs", async ({ page }) => {
  const types: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/config.json") types.push(request.resourceType());
  });
  await page.goto("/");
  await expect(page.getByLabel("Email")).toBeVisible();
  // The type of the page's preload. A request of a script has the type "fetch".
  expect(types).toEqual(["other"]);
});

test("sends the ID token with every request", async ({ page }) => {
  const call = page.waitForRequest(/graphql/);
  await signInByForm(page, "operations");
  const token = (await call).headers().authorization ?? "";
  const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Record<string, unknown>;
  expect(claims).toMatchObject({ token_use: "id", email: userOf("operations").email });
});

test("removes all loaded data at sign-out", async ({ page }) => {
  await signInByForm(page, "operations", "/locations/all");
  await expect(page.getByRole("link", { name: "Inventory" }).first()).toBeVisible();
  const countEntries = () =>
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
  await expect.poll(countEntries).toBeGreaterThan(0);
  await signOut(page);
  await expect(page.getByRole("navigation")).toHaveCount(0);
  expect(await countEntries()).toBe(0);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("idToken")))).toEqual([]);
});

test("shows the next user in the same browser nothing of the previous one", { tag: "@long" }, async ({ page }) => {
  await signInByForm(page, "operations", "/locations/all");
  await expect(page.getByRole("link", { name: "Inventory" }).first()).toBeVisible();
  await signOut(page);
  const { email, password } = userOf("no-permissions");
  await fillSignIn(page, email, password);
  await expect(page.getByText("Error! User Action Prohibited!")).toBeVisible();
  await expect(page.getByRole("link", { name: "Inventory" })).toHaveCount(0);
});

test.describe("expired tokens", () => {
  /** Expires the tokens by setting Amplify's clock drift to one day. */
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

  test("are refreshed, and the session continues", async ({ page }) => {
    await signInByForm(page, "operations", "/delivery");
    await expireTokens(page);
    const refresh = page.waitForResponse((response) =>
      /InitiateAuth|GetTokens/.test(response.request().headers()["x-amz-target"] ?? ""),
    );
    await page.reload();
    await expect(page.getByText("This action is no longer necessary.")).toBeVisible();
    expect((await refresh).ok()).toBe(true);
  });

  test("lead to the sign-in if they cannot be refreshed", async ({ page }) => {
    await signInByForm(page, "operations", "/delivery");
    await expireTokens(page, { ".refreshToken": "revoked" });
    await page.reload();
    await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
    await expect(page.getByRole("navigation")).toHaveCount(0);
  });
});

test("signs out the other tab too", async ({ page, context }) => {
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

  test("must change its first password, and can reset a forgotten one", { tag: "@long" }, async ({ page }) => {
    await page.goto("/");
    await fillSignIn(page, email, first);
    await expect(page.getByRole("heading", { name: "Change Password" })).toBeVisible();
    await page.getByLabel("Password", { exact: true }).fill(own);
    await page.getByLabel("Confirm Password", { exact: true }).fill(own);
    await page.getByRole("button", { name: "Change Password" }).click();
    await expect(page.getByRole("banner")).toBeVisible();
    await expect(page.getByText(/You don't have any permissions yet/)).toBeVisible();

    await signOut(page);
    await page.getByRole("button", { name: "Forgot your password?" }).click();
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Send code" }).click();
    const next = "My-next-password-3";
    // The emulator accepts any code.
    await page.getByLabel("Code *").fill("123456");
    await page.getByLabel("New Password", { exact: true }).fill(next);
    await page.getByLabel("Confirm Password", { exact: true }).fill(next);
    await page.getByRole("button", { name: "Submit" }).click();
    await fillSignIn(page, email, next);
    await expect(page.getByRole("banner")).toBeVisible();
  });
});
