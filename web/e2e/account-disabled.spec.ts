/** Disables an account while its user has the console open. */
import { randomUUID } from "node:crypto";
import { createMember, deleteAccount, getIdToken } from "./cognito";
import { expect, expectAccessible, fillSignIn, test } from "./fixtures";
import { stack, userOf } from "./stack";

const PASSWORD = "Cold-Lunch-4-All";
const DISABLE = `mutation ($input: StaffAccountEnabledInput!) {
  setStaffAccountEnabled(input: $input) { enabled }
}`;

async function disable(user: string): Promise<void> {
  const { email, password } = userOf("admin");
  const response = await fetch(stack().graphqlUrl, {
    method: "POST",
    headers: { authorization: await getIdToken(email, password), "content-type": "application/json" },
    body: JSON.stringify({ query: DISABLE, variables: { input: { user, enabled: false } } }),
  });
  expect(await response.json()).toEqual({ data: { setStaffAccountEnabled: { enabled: false } } });
}

test(
  "signs a disabled user out within a minute, closes the live connection, removes the tokens, and shows the reason",
  { tag: "@long" },
  async ({ page }) => {
    const email = `disabled.${randomUUID()}@larder.example`;
    const user = await createMember(email, PASSWORD);
    try {
      await page.clock.install();
      const live = page.waitForEvent("websocket", (socket) => socket.url().includes("/event/realtime"));
      await page.goto("/locations/health/CHI_0001");
      await fillSignIn(page, email, PASSWORD);
      await expect(page.getByRole("heading", { name: "Health of CHI_0001" })).toBeVisible();
      await expect(page.getByText("Live").first()).toBeVisible();
      const socket = await live;

      await disable(user);
      await page.clock.fastForward(60_000);
      await expect(page.getByRole("heading", { name: "Your account is disabled" })).toBeVisible();
      await expect(page.getByRole("heading", { name: "Health of CHI_0001" })).toHaveCount(0);
      await expect.poll(() => socket.isClosed()).toBe(true);
      await expect
        .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => /token/i.test(key))))
        .toEqual([]);
      await expectAccessible(page);

      await page.getByRole("button", { name: "Sign in again" }).click();
      await fillSignIn(page, email, PASSWORD);
      await expect(page.getByRole("alert")).toBeVisible();
      await expect(page.getByRole("banner")).toHaveCount(0);
    } finally {
      await deleteAccount(email);
    }
  },
);
