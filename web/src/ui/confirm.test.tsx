import { render } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ConfirmProvider } from "./confirm";
import { preloadOverlays } from "./LazyDialog";

vi.mock("./LazyDialog");

beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(preloadOverlays).mockRejectedValue(new Error("offline"));
});
afterEach(() => vi.useRealTimers());

it("loads the dialog after the first screen", () => {
  render(<ConfirmProvider>content</ConfirmProvider>);
  vi.advanceTimersByTime(900);
  expect(preloadOverlays).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(preloadOverlays).toHaveBeenCalledOnce();
});

it("does not load the dialog of a console that was closed", () => {
  const { unmount } = render(<ConfirmProvider>content</ConfirmProvider>);
  unmount();
  vi.advanceTimersByTime(2000);
  expect(preloadOverlays).not.toHaveBeenCalled();
});
