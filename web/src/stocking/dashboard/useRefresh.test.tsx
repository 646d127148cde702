import { act, render, screen } from "@testing-library/react";
import { Toaster } from "sonner";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MOST_REFRESHES, REFRESH_EVERY, RELOAD_THE_PAGE, useRefresh } from "./useRefresh";

function Screen({ refresh }: { readonly refresh: () => void }) {
  const refreshNow = useRefresh(refresh);
  return <button onClick={refreshNow}>Refresh</button>;
}

const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("spec 4.4, the dashboard refreshes every 2 minutes", () => {
  it("and when it is asked to, no longer than it is open", () => {
    const refresh = vi.fn();
    const { unmount } = render(<Screen refresh={refresh} />);
    pass(REFRESH_EVERY - 1);
    expect(refresh).toHaveBeenCalledTimes(0);
    pass(1);
    expect(refresh).toHaveBeenCalledTimes(1);
    act(() => screen.getByRole("button").click());
    expect(refresh).toHaveBeenCalledTimes(2);
    unmount();
    pass(10 * REFRESH_EVERY);
    expect(refresh).toHaveBeenCalledTimes(2);
  });

  it("240 times; then a message asks to reload the page, and stays until it is closed", async () => {
    const refresh = vi.fn();
    render(
      <>
        <Screen refresh={refresh} />
        <Toaster />
      </>,
    );
    pass(MOST_REFRESHES * REFRESH_EVERY);
    expect(refresh).toHaveBeenCalledTimes(240);
    expect(screen.queryByText(RELOAD_THE_PAGE)).toBeNull();
    pass(5 * REFRESH_EVERY);
    act(() => screen.getByRole("button", { name: "Refresh" }).click());
    expect(refresh).toHaveBeenCalledTimes(240);
    await screen.findByText(RELOAD_THE_PAGE);
    screen.getByRole("button", { name: "Close toast" });
  });
});
