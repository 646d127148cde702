import { afterEach, vi } from "vitest";

afterEach(() => {
  vi.useRealTimers();
});

// Calls that are still pending after a test fail instead of reaching the network.
globalThis.fetch = () => Promise.reject(new TypeError("There is no server"));
