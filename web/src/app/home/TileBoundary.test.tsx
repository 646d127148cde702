import { render, screen } from "@testing-library/react";
import { lazy, Suspense } from "react";
import { expect, it, vi } from "vitest";
import { TileBoundary } from "./TileBoundary";

it("replaces only the tile whose file cannot be loaded", async () => {
  // React logs the error.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const Tile = lazy(() => Promise.reject(new TypeError("Failed to fetch dynamically imported module")));
  render(
    <>
      <h1>Larder</h1>
      <TileBoundary>
        <Suspense fallback={null}>
          <Tile />
        </Suspense>
      </TileBoundary>
      <TileBoundary>Recent items</TileBoundary>
    </>,
  );
  const message = "This part of the page could not be loaded. Check your internet connection, then reload this page.";
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByRole("heading", { name: "Larder" })).toBeVisible();
  expect(screen.getByText("Recent items")).toBeVisible();
});
