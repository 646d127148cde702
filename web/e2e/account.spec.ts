import { createHmac } from "node:crypto";
import { createAccount, deleteAccount, setPassword } from "./cognito";
import { expect, expectAccessibleEverywhere, fillSignIn, openUserMenu, signIn, signOut, test } from "./fixtures";

/** Computes the code of an authenticator app for the key at a time (RFC 6238). */
function totpCode(key: string, at: number): string {
  const bits = [...key.replaceAll(" ", "")]
    .map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const digest = createHmac("sha1", secret).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0xf;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

test.describe("the account page", () => {
  const email = `account-${Date.now()}@larder.example`;
  const [first, second] = ["First-password-1", "My-own-password-2"];
  test.beforeEach(async () => {
    await createAccount(email, "Temporary-password-0");
    await setPassword(email, first);
  });
  test.afterEach(() => deleteAccount(email));

  test("sets up an authenticator app, signs in with its code, and turns it off", { tag: "@long" }, async ({ page }) => {
    await page.goto("/home");
    await fillSignIn(page, email, first);
    await openUserMenu(page);
    await page.getByRole("menuitem", { name: "Account and security" }).click();
    await expect(page.getByRole("list", { name: "Latest sign-ins" }).getByRole("listitem")).toHaveCount(1);

    await page.getByRole("button", { name: "Set up" }).click();
    await expect(page.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
    await expectAccessibleEverywhere(page);
    await page.getByLabel("Code *").fill("000000");
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByText("The code is wrong or has expired.")).toBeVisible();
    const key = (await page.getByRole("code").textContent()) ?? "";
    await page.getByLabel("Code *").fill(totpCode(key, Date.now()));
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByText("You enter a code from your authenticator app at each sign-in.")).toBeVisible();

    await signOut(page);
    await fillSignIn(page, email, first);
    await page.getByLabel("Code *").fill(totpCode(key, Date.now()));
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByRole("list", { name: "Latest sign-ins" }).getByRole("listitem")).toHaveCount(2);

    await page.getByRole("button", { name: "Turn off" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Turn off" }).click();
    await expect(page.getByRole("button", { name: "Set up" })).toBeVisible();
  });

  test("changes the password and signs out everywhere", { tag: "@long" }, async ({ page }) => {
    await page.goto("/account");
    await fillSignIn(page, email, first);
    await page.getByLabel("Current password").fill("Wrong-password-9");
    await page.getByLabel("New password", { exact: false }).first().fill(second);
    await page.getByLabel("Repeat the new password").fill(second);
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByText("The current password is incorrect")).toBeVisible();
    await page.getByLabel("Current password").fill(first);
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByText("Your password was changed")).toBeVisible();

    await page.getByRole("button", { name: "Sign out everywhere" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click();
    await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
    await fillSignIn(page, email, second);
    await expect(page.getByRole("heading", { level: 1, name: "Account" })).toBeVisible();
  });
});

test("an inactive session ends after a warning", async ({ page }) => {
  await page.clock.install();
  await signIn(page, "operations", "/delivery");
  await page.clock.fastForward("29:10");
  await expect(page.getByRole("alertdialog", { name: "Are you still there?" })).toBeVisible();
  await page.getByRole("button", { name: "Stay signed in" }).click();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await page.clock.fastForward("30:10");
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  await expect(page.getByText("You were signed out because of inactivity.")).toBeVisible();
});
