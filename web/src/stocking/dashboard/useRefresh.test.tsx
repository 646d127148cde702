import { act, render, screen } from "@testing-library/react";
import { Toaster } from "sonner";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MAX_REFRESHES, REFRESH_INTERVAL } from "../rules/refresh";
import { RELOAD_MESSAGE, useRefresh } from "./useRefresh";

function Screen({ refresh }: { readonly refresh: () => void }) {
  const refreshNow = useRefresh(refresh);
  return <button onClick={refreshNow}>Refresh</button>;
}

const advance = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("useRefresh (STK-3)", () => {
  it("refreshes every 2 minutes and on demand until unmounted", () => {
    const refresh = vi.fn();
    const { unmount } = render(<Screen refresh={refresh} />);
    advance(REFRESH_INTERVAL - 1);
    expect(refresh).toHaveBeenCalledTimes(0);
    advance(1);
    expect(refresh).toHaveBeenCalledTimes(1);
    act(() => screen.getByRole("button").click());
    expect(refresh).toHaveBeenCalledTimes(2);
    unmount();
    advance(10 * REFRESH_INTERVAL);
    expect(refresh).toHaveBeenCalledTimes(2);
  });

  it("stops after 240 refreshes and shows a message until it is closed", async () => {
    const refresh = vi.fn();
    render(
      <>
        <Screen refresh={refresh} />
        <Toaster />
      </>,
    );
    advance(MAX_REFRESHES * REFRESH_INTERVAL);
    expect(refresh).toHaveBeenCalledTimes(240);
    expect(screen.queryByText(RELOAD_MESSAGE)).toBeNull();
    advance(5 * REFRESH_INTERVAL);
    act(() => screen.getByRole("button", { name: "Refresh" }).click());
    expect(refresh).toHaveBeenCalledTimes(240);
    await screen.findByText(RELOAD_MESSAGE);
    screen.getByRole("button", { name: "Close toast" });
  });
});
