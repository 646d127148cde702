import { render, screen } from "@testing-library/react";
import { RouterProvider, createMemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { RouteError } from "./RouteError";
import { STALE_VERSION } from "./staleVersion";

function renderBroken(error: Error) {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const Broken = () => {
    throw error;
  };
  const router = createMemoryRouter([{ path: "/", element: <Broken />, errorElement: <RouteError /> }]);
  render(<RouterProvider router={router} />);
}

test("shows the error page when a screen throws", async () => {
  renderBroken(new Error("Cannot read properties of undefined"));
  expect(await screen.findByText("An error occurred. Please report to the Technology team")).toBeDefined();
});

test("asks for a refresh when a later release replaced the screen's chunk", async () => {
  renderBroken(new TypeError("Failed to fetch dynamically imported module: https://x/assets/List-1.js"));
  expect(await screen.findByText(STALE_VERSION)).toBeDefined();
  expect(screen.getByRole("button", { name: "Refresh" })).toBeDefined();
});
