import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { renderApp } from "../../test/renderApp";
import type { Handler } from "../../test/server";
import * as credentials from "../session/credentials";

vi.mock("../session/credentials", async (original) => ({
  ...(await original<typeof credentials>()),
  hasAuthenticator: vi.fn(),
  newAuthenticatorKey: vi.fn(),
  confirmAuthenticator: vi.fn(),
  removeAuthenticator: vi.fn(),
  changePassword: vi.fn(),
  endAllSessions: vi.fn(),
}));

const KEY = { key: "JBSWY3DPEHPK3PXP", uri: "otpauth://totp/Larder:ada?secret=JBSWY3DPEHPK3PXP&issuer=Larder" };

/** An error of the user pool, as Amplify throws it. */
function userPoolError(name: string): Error {
  return Object.assign(new Error(name), { name });
}

beforeEach(() => {
  for (const value of Object.values(credentials)) if (vi.isMockFunction(value)) value.mockReset();
  vi.mocked(credentials.hasAuthenticator).mockResolvedValue(false);
  vi.mocked(credentials.newAuthenticatorKey).mockResolvedValue(KEY);
});

const open = (mySignIns: Handler = () => []) =>
  renderApp("/account", { profile: "operations", handlers: { mySignIns } });
const section = async (name: string) => within(await screen.findByRole("region", { name }));

describe("authenticator app", () => {
  test("is set up with a QR code or key, and a code", async () => {
    const { user } = open();
    const app = await section("Authenticator app");
    await user.click(await app.findByRole("button", { name: "Set up" }));
    const code = await app.findByRole("img", { name: "QR code for your authenticator app" });
    expect(code.querySelector("path")?.getAttribute("d")).toMatch(/^M2 2h1v1h-1z/);
    expect(app.getByText("JBSW Y3DP EHPK 3PXP")).toBeDefined();
    await user.type(app.getByLabelText(/Code/), "123456");
    await user.click(app.getByRole("button", { name: "Confirm" }));
    expect(await app.findByText(/You enter a code from your authenticator app/)).toBeDefined();
    expect(credentials.confirmAuthenticator).toHaveBeenCalledWith("123456");
  });

  test("rejects an incomplete or a wrong code", async () => {
    vi.mocked(credentials.confirmAuthenticator).mockRejectedValue(userPoolError("EnableSoftwareTokenMFAException"));
    const { user } = open();
    const app = await section("Authenticator app");
    await user.click(await app.findByRole("button", { name: "Set up" }));
    await user.type(app.getByLabelText(/Code/), "12345");
    await user.click(app.getByRole("button", { name: "Confirm" }));
    expect(app.getByText("Enter the six digits that the app shows")).toBeDefined();
    expect(credentials.confirmAuthenticator).not.toHaveBeenCalled();
    await user.type(app.getByLabelText(/Code/), "6");
    await user.click(app.getByRole("button", { name: "Confirm" }));
    expect(
      await app.findByText("The code is wrong or has expired. Enter the code that the app shows now."),
    ).toBeDefined();
  });

  test("is turned off after a confirmation", async () => {
    vi.mocked(credentials.hasAuthenticator).mockResolvedValue(true);
    const { user } = open();
    const app = await section("Authenticator app");
    await user.click(await app.findByRole("button", { name: "Turn off" }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Turn off" }));
    expect(await app.findByRole("button", { name: "Set up" })).toBeDefined();
    expect(credentials.removeAuthenticator).toHaveBeenCalledOnce();
  });
});

describe("password", () => {
  const fill = async (user: ReturnType<typeof open>["user"], current: string, next: string, repeated = next) => {
    const password = await section("Password");
    await user.type(password.getByLabelText(/Current password/), current);
    await user.type(password.getByLabelText(/New password/), next);
    await user.type(password.getByLabelText(/Repeat the new password/), repeated);
    await user.click(password.getByRole("button", { name: "Change password" }));
    return password;
  };

  test("is changed", async () => {
    const { user } = open();
    const password = await fill(user, "Old-password-1", "New-password-2");
    expect(await screen.findByText("Your password was changed")).toBeDefined();
    expect(credentials.changePassword).toHaveBeenCalledWith("Old-password-1", "New-password-2");
    expect(password.getByLabelText<HTMLInputElement>(/Current password/).value).toBe("");
  });

  test("rejects a weak password and a mismatch", async () => {
    const { user } = open();
    const password = await fill(user, "Old-password-1", "short", "other");
    expect(
      password.getByText("The new password needs at least 12 characters, an uppercase letter, a number, a symbol"),
    ).toBeDefined();
    expect(password.getByText("The passwords don't match")).toBeDefined();
    expect(credentials.changePassword).not.toHaveBeenCalled();
  });

  test("keeps the input when the current password is incorrect", async () => {
    vi.mocked(credentials.changePassword).mockRejectedValue(userPoolError("NotAuthorizedException"));
    const { user } = open();
    const password = await fill(user, "Wrong-password-1", "New-password-2");
    expect(await password.findByText("The current password is incorrect")).toBeDefined();
    expect(password.getByLabelText<HTMLInputElement>(/New password/).value).toBe("New-password-2");
  });
});

describe("sign-ins", () => {
  test("lists sign-ins with their time", async () => {
    open(() => [{ at: "2026-11-21T11:00:00.000Z" }, { at: "2026-11-20T11:00:00.000Z" }]);
    const signIns = await section("Latest sign-ins");
    const items = await signIns.findAllByRole("listitem");
    expect(items.map(({ textContent }) => textContent)).toEqual(["11/21/2026 5:00 AM CST", "11/20/2026 5:00 AM CST"]);
  });

  test("ends all sessions after a confirmation", async () => {
    const { user } = open();
    const signIns = await section("Latest sign-ins");
    await user.click(signIns.getByRole("button", { name: "Sign out everywhere" }));
    expect(credentials.endAllSessions).not.toHaveBeenCalled();
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Sign out everywhere" }));
    await waitFor(() => expect(credentials.endAllSessions).toHaveBeenCalledOnce());
  });
});

test("the user menu links to the account page", async () => {
  const { user, router } = renderApp("/home", { profile: "operations", sample: true });
  await user.click(await screen.findByRole("button", { name: /User/ }));
  await user.click(await screen.findByRole("menuitem", { name: "Account and security" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Account" })).toBeDefined();
  expect(router.state.location.pathname).toBe("/account");
});
