/** For tests that need a page. */
import "@testing-library/jest-dom/vitest";
import "fake-indexeddb/auto";
import { cleanup, configure, prettyDOM } from "@testing-library/react";
import * as React from "react";
import { toast } from "sonner";
import { afterEach, vi } from "vitest";
import { clearCache } from "../src/lib/storage";

/** Returns the error of a query. Its message ends with the page, which is printed when the message is read. */
function queryError(text: string | null, page: Element): Error {
  const error = new Error();
  error.name = "TestingLibraryElementError";
  // The stack starts at the query, so that the report shows the line of the test.
  Error.captureStackTrace(error, queryError);
  const message = () => [text, prettyDOM(page)].filter(Boolean).join("\n\n");
  return Object.defineProperty(error, "message", { configurable: true, get: message });
}

configure({
  // Tests render whole screens, possibly on a busy machine.
  asyncUtilTimeout: 20_000,
  // A query that waits for an element fails until the element exists. The messages of these errors are never read.
  getElementError: queryError,
});

// The rules of the toasts' style sheet. happy-dom would match each of them against each element for a computed style.
for (const style of document.head.querySelectorAll("style")) style.remove();

// React records a stack per element for its warnings, which takes about a fifth of the time. It stops while this count is
// above 10,000. If React renames these private names, tests only become slower.
const internals: unknown = Reflect.get(React, "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE");
if (typeof internals === "object" && internals !== null) {
  Object.defineProperty(internals, "recentlyCreatedOwnerStacks", {
    get: () => Infinity,
    set: () => {
      // React sets it to 0 each second.
    },
  });
}

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
