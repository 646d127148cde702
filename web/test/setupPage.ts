/** For tests that need a page. */
import "@testing-library/jest-dom/vitest";
import "fake-indexeddb/auto";
import { cleanup, configure, prettyDOM } from "@testing-library/react";
import { toast } from "sonner";
import { afterEach, vi } from "vitest";
import { clearCache } from "../src/lib/storage";

configure({
  // Tests render whole screens, possibly on a busy machine.
  asyncUtilTimeout: 20_000,
  // A query that waits for an element fails many times. Only the message of its last failure is read, so the page is
  // printed only then.
  getElementError: (message, container) => {
    const error = new Error();
    error.name = "TestingLibraryElementError";
    const text = () => [message, prettyDOM(container)].filter(Boolean).join("\n\n");
    return Object.defineProperty(error, "message", { configurable: true, get: text });
  },
});

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
  vi.useRealTimers();
  await clearCache();
});
