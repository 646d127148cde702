import { screen } from "@testing-library/react";
import type { Root } from "react-dom/client";
import { afterAll, expect, test, vi } from "vitest";

const roots = vi.hoisted((): Root[] => []);

// The Vite configuration of `npm run dev:mock` replaces these modules in the same way.
vi.mock("../../src/session/auth", () => import("./auth"));
vi.mock("../../src/session/credentials", () => import("./credentials"));

// Keeps the roots, because the entry does not export its root.
vi.mock("react-dom/client", async (importOriginal) => {
  const original = await importOriginal<typeof import("react-dom/client")>();
  const createRoot: typeof original.createRoot = (...parameters) => {
    const root = original.createRoot(...parameters);
    roots.push(root);
    return root;
  };
  return { ...original, createRoot };
});

// Without it, a response after the test would update a page that no longer exists.
afterAll(() => {
  expect(roots).toHaveLength(1);
  for (const root of roots) root.unmount();
});

test("the entry starts the app with the sample server, signed in with the profile of the address", async () => {
  window.history.replaceState(null, "", "/home?profile=read-only");
  document.body.innerHTML = '<div id="root"></div>';
  await import("./main");
  expect(await screen.findByText("1 too warm")).toBeVisible();
  expect(screen.getAllByText("read-only@larder.example")).not.toEqual([]);
  expect(screen.queryByRole("link", { name: "Add Fridge" })).toBeNull();
});
