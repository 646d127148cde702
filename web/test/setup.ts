import "@testing-library/jest-dom/vitest";
import "fake-indexeddb/auto";
import { cleanup, configure } from "@testing-library/react";
import { toast } from "sonner";
import { afterEach } from "vitest";

// Screens are drawn whole, and the machine may be busy.
configure({ asyncUtilTimeout: 20_000 });

afterEach(() => {
  cleanup();
  toast.dismiss();
});

// What a test leaves under way when its server has gone finds none, rather than the network.
globalThis.fetch = () => Promise.reject(new TypeError("There is no server"));
