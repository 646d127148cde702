import { expect, onTestFinished, test, vi } from "vitest";
import { durationOf } from "./toast";

test("durationOf returns 4000 to 7000 ms depending on the length of the message", () => {
  expect(durationOf("Saved")).toBe(4000);
  expect(durationOf("Unable to Edit, Please check your internet and your permissions")).toBe(5040);
  expect(durationOf("a".repeat(500))).toBe(7000);
});

test("loads the library again after a failure, and then shows the message", async () => {
  vi.useFakeTimers();
  vi.resetModules();
  onTestFinished(() => {
    vi.doUnmock("sonner");
    vi.resetModules();
  });
  const success = vi.fn();
  let loads = 0;
  vi.doMock("sonner", () => {
    loads += 1;
    if (loads === 1) throw new TypeError("Failed to fetch dynamically imported module");
    return { toast: { success }, Toaster: () => null };
  });
  const { toastSuccess } = await import("./toast");
  toastSuccess("Saved");
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
  expect(success).not.toHaveBeenCalled();
  await vi.runAllTimersAsync();
  await vi.waitFor(() => expect(success).toHaveBeenCalledWith("Saved", { duration: 4000 }));
});
