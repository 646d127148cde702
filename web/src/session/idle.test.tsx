import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { setConfig, type Config } from "../api/config";
import * as auth from "./auth";
import {
  clearIdleSignOut,
  exemptFromIdleSignOut,
  idleState,
  lastActivity,
  recordActivity,
  wasSignedOutIdle,
} from "./idle";
import { IdleGuard } from "./IdleGuard";
import { preloadDialog } from "../ui/LazyDialog";

vi.mock("./auth");

const MINUTE = 60_000;

describe("idleState", () => {
  test.each([
    [0, { kind: "active", wait: 29 * MINUTE }],
    [28 * MINUTE, { kind: "active", wait: MINUTE }],
    [29 * MINUTE, { kind: "warning", secondsLeft: 60, wait: 1000 }],
    [29 * MINUTE + 59_500, { kind: "warning", secondsLeft: 1, wait: 500 }],
    [30 * MINUTE, { kind: "expired" }],
    [600 * MINUTE, { kind: "expired" }],
  ])("after %i milliseconds of 30 minutes idle", (idle, expected) => {
    expect(idleState(1000, 1000 + idle, 30 * MINUTE)).toEqual(expected);
  });

  test("warns for half of a limit below two minutes", () => {
    expect(idleState(0, 0, MINUTE)).toEqual({ kind: "active", wait: 30_000 });
  });

  test("lastActivity returns the current time for an unknown or a future time", () => {
    localStorage.clear();
    expect(lastActivity(5)).toBe(5);
    recordActivity(9);
    expect(lastActivity(5)).toBe(5);
    expect(lastActivity(10)).toBe(9);
  });
});

describe("an open page", () => {
  beforeAll(preloadDialog);
  beforeEach(() => {
    vi.useFakeTimers();
    localStorage.clear();
    sessionStorage.clear();
    clearIdleSignOut();
    vi.mocked(auth.endSession).mockReset();
    setConfig({
      region: "r",
      userPoolId: "p",
      userPoolClientId: "c",
      graphqlUrl: "/g",
      restUrl: "/r",
      version: "",
      companyHostMarker: "",
      idleSignOutMinutes: 30,
      links: {},
    } as Config);
  });
  afterEach(() => vi.useRealTimers());

  const open = () =>
    render(
      <IdleGuard>
        <p>The fleet</p>
      </IdleGuard>,
    );
  const advance = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
  const warning = () => screen.queryByRole("alertdialog", { name: "Are you still there?" });

  test("warns a minute before the session ends, then ends it", async () => {
    open();
    await advance(29 * MINUTE - 1);
    expect(warning()).toBeNull();
    await advance(1);
    expect(warning()?.textContent).toContain("You will be signed out in 60 seconds");
    await advance(30_000);
    expect(warning()?.textContent).toContain("You will be signed out in 30 seconds");
    expect(auth.endSession).not.toHaveBeenCalled();
    await advance(30_000);
    expect(auth.endSession).toHaveBeenCalledOnce();
    expect(screen.queryByText("The fleet")).toBeNull();
    expect(wasSignedOutIdle()).toBe(true);
  });

  test("stays signed in with activity", async () => {
    open();
    for (let round = 0; round < 4; round += 1) {
      await advance(20 * MINUTE);
      fireEvent.keyDown(document.body, { key: "a" });
    }
    expect(warning()).toBeNull();
    expect(auth.endSession).not.toHaveBeenCalled();
  });

  test("the warning stays until a button is pressed", async () => {
    open();
    await advance(29 * MINUTE + 5000);
    expect(warning()).not.toBeNull();
    fireEvent.pointerMove(document.body);
    expect(warning()).not.toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Stay signed in" }));
    expect(warning()).toBeNull();
    await advance(28 * MINUTE);
    expect(warning()).toBeNull();
  });

  test("the warning has a button to sign out at once", async () => {
    open();
    await advance(29 * MINUTE);
    fireEvent.click(screen.getByRole("button", { name: "Sign out now" }));
    expect(auth.endSession).toHaveBeenCalledOnce();
  });

  test("activity in another tab counts", async () => {
    open();
    await advance(29 * MINUTE + 5000);
    recordActivity(Date.now());
    act(() => void window.dispatchEvent(new StorageEvent("storage", { key: "larder.lastActivity" })));
    expect(warning()).toBeNull();
    await advance(5 * MINUTE);
    expect(auth.endSession).not.toHaveBeenCalled();
  });

  test("ends an expired session before rendering, after the page was closed or the computer slept", () => {
    recordActivity(Date.now());
    vi.setSystemTime(Date.now() + 31 * MINUTE);
    open();
    expect(screen.queryByText("The fleet")).toBeNull();
    expect(auth.endSession).toHaveBeenCalledOnce();
  });

  test("activity after a sleep does not revive an expired session", () => {
    open();
    vi.setSystemTime(Date.now() + 31 * MINUTE);
    fireEvent.pointerMove(document.body);
    expect(auth.endSession).toHaveBeenCalledOnce();
  });

  describe("with an exempt screen", () => {
    const hide = (state: DocumentVisibilityState) => {
      vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
      act(() => void document.dispatchEvent(new Event("visibilitychange")));
    };
    afterEach(() => vi.restoreAllMocks());

    test("shows no warning and does not end the session while the screen is visible", async () => {
      const end = exemptFromIdleSignOut();
      open();
      await advance(600 * MINUTE);
      expect(warning()).toBeNull();
      expect(screen.queryByText("The fleet")).not.toBeNull();
      expect(auth.endSession).not.toHaveBeenCalled();
      act(end);
    });

    test("ends the session when the screen closes after the limit, also if its last key press closes it", async () => {
      const end = exemptFromIdleSignOut();
      open();
      await advance(600 * MINUTE);
      fireEvent.keyDown(document.body, { key: "Escape" });
      act(end);
      expect(auth.endSession).toHaveBeenCalledOnce();
      expect(screen.queryByText("The fleet")).toBeNull();
    });

    test("keeps the session when the screen closes within the limit", async () => {
      const end = exemptFromIdleSignOut();
      open();
      await advance(20 * MINUTE);
      act(end);
      expect(auth.endSession).not.toHaveBeenCalled();
      await advance(10 * MINUTE);
      expect(auth.endSession).toHaveBeenCalledOnce();
    });

    test("ends the session when the tab is hidden after the limit", async () => {
      exemptFromIdleSignOut();
      open();
      await advance(31 * MINUTE);
      hide("hidden");
      expect(auth.endSession).toHaveBeenCalledOnce();
    });

    test("stays exempt after a reload of the same address, and not at another address", () => {
      exemptFromIdleSignOut();
      recordActivity(Date.now());
      vi.setSystemTime(Date.now() + 31 * MINUTE);
      open();
      expect(auth.endSession).not.toHaveBeenCalled();

      sessionStorage.setItem("larder.idleExemptAddress", "/reports/checkpoints/wall");
      open();
      expect(auth.endSession).toHaveBeenCalledOnce();
    });
  });
});
