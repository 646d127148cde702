import "@testing-library/jest-dom/vitest";
import "fake-indexeddb/auto";
import { cleanup, configure } from "@testing-library/react";
import { toast } from "sonner";
import { afterEach } from "vitest";

// Tests render whole screens, possibly on a busy machine.
configure({ asyncUtilTimeout: 20_000 });

afterEach(() => {
  cleanup();
  toast.dismiss();
});

// Calls that are still pending after a test fail instead of reaching the network.
globalThis.fetch = () => Promise.reject(new TypeError("There is no server"));
