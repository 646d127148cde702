import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { NOW } from "../health.fixture";
import type { Entry } from "./entries";
import { LocationPanels } from "./LocationPanels";

const entryAt = (index: number): Entry => ({
  id: `F${index + 1}`,
  prettyName: `Lobby ${index + 1}`,
  timeZone: "CHICAGO",
  health: undefined,
  problems: [],
  severity: 0,
});

function renderPanels(count: number) {
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(45);
  const entries = Array.from({ length: count }, (_, index) => entryAt(index));
  render(
    <MemoryRouter>
      <LocationPanels entries={entries} now={NOW} open={new Set()} onOpen={() => undefined} />
    </MemoryRouter>,
  );
  return screen.getAllByRole("listitem");
}

test("a short list of panels is rendered completely", () => {
  expect(renderPanels(30)).toHaveLength(30);
});

test("a long list renders only the visible panels and states their number", () => {
  const panels = renderPanels(2_500);
  expect(panels.length).toBeLessThan(60);
  expect(panels[0]).toHaveTextContent("F1 Lobby 1");
  expect(panels[0]).toHaveAttribute("aria-setsize", "2500");
  expect(screen.queryByText("F2500")).toBeNull();
});

test("the order is held while the pointer is on the panels, and the new order is shown afterwards", async () => {
  const [first, second] = [entryAt(0), entryAt(1)];
  const panels = (entries: readonly Entry[]) => (
    <MemoryRouter>
      <LocationPanels entries={entries} now={NOW} open={new Set()} onOpen={() => undefined} />
    </MemoryRouter>
  );
  const user = userEvent.setup();
  const { rerender } = render(panels([first, second]));
  const texts = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  const shown = texts();
  await user.hover(screen.getByRole("button", { name: /F1/ }));
  rerender(panels([second, first]));
  expect(texts()).toEqual(shown);
  await user.unhover(screen.getByRole("list"));
  await user.hover(document.body);
  expect(texts()).toEqual(shown.toReversed());
});
