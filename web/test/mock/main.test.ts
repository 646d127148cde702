import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";

// The Vite configuration of `npm run dev:mock` replaces these modules in the same way.
vi.mock("../../src/session/auth", () => import("./auth"));
vi.mock("../../src/session/credentials", () => import("./credentials"));

test("the entry starts the app with the sample server, signed in with the profile of the address", async () => {
  window.history.replaceState(null, "", "/home?profile=read-only");
  document.body.innerHTML = '<div id="root"></div>';
  await import("./main");
  expect(await screen.findByText("1 too warm")).toBeVisible();
  expect(screen.getAllByText("read-only@larder.example")).not.toEqual([]);
  expect(screen.queryByRole("link", { name: "Add Fridge" })).toBeNull();
});
