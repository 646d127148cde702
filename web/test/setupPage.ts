/** For tests that need a page. */
import "@testing-library/jest-dom/vitest";
import "fake-indexeddb/auto";
import { cleanup, configure } from "@testing-library/react";
import { toast } from "sonner";
import { afterEach, vi } from "vitest";
import { clearCache } from "../src/lib/storage";

// Tests render whole screens, possibly on a busy machine.
configure({ asyncUtilTimeout: 20_000 });

// The rules of the toasts' style sheet. happy-dom would match each of them against each element for a computed style.
for (const style of document.head.querySelectorAll("style")) style.remove();

// In happy-dom the page is no instance of `Document`, which React Aria expects when it looks for the focused element.
Object.defineProperty(Document, Symbol.hasInstance, {
  configurable: true,
  value: (value: unknown) => value instanceof HTMLDocument,
});

afterEach(async () => {
  cleanup();
  toast.dismiss();
  // Tests share one page, whose storage keeps the preferences and the cached data of a user.
  localStorage.clear();
  // The cache waits for a timer. `setup.ts` restores them only after this.
  vi.useRealTimers();
  await clearCache();
});
