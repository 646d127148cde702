import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { renderApp } from "../../../test/renderApp";
import { clearCache } from "../../lib/storage";
import { fridge } from "../list/fridges";

const SEATTLE = { latitude: "47.6062", longitude: "-122.3321" };
const FLEET = [
  fridge({ id: "WA_1", prettyName: "Space Needle", route: "amber", stop: 3, prod: 1, ...SEATTLE }),
  fridge({ id: "IL_1", prettyName: "Willis Tower" }),
  fridge({ id: "IL_2", prettyName: "Hancock Lobby", route: "blue" }),
  fridge({ id: "AK_1", prettyName: "Denali", latitude: "63.07", longitude: "-151.0" }),
  fridge({ id: "TX_1", prettyName: "Alamo", status: "OFFLINE", latitude: "29.42", longitude: "-98.48" }),
];

interface Input {
  readonly filter: { readonly status: string };
}

const handlers = {
  locations: ({ filter }: Input) => ({
    items: FLEET.filter(({ status }) => status === filter.status),
    nextToken: null,
  }),
};

const findMap = (name: string) => screen.findByRole("application", { name });
const markerLabels = async (name: string) =>
  within(await findMap(name))
    .getAllByRole("button")
    .map((marker) => marker.getAttribute("aria-label"));
const legendTexts = () =>
  within(screen.getByRole("region", { name: "Legend" }))
    .getAllByRole("listitem")
    .slice(0, 3)
    .map((item) => item.textContent);

beforeEach(clearCache);

describe("fleet map", () => {
  it("shows fridges and clusters with descriptive names", async () => {
    renderApp("/locations/all?view=map", { handlers });
    expect(await markerLabels("Map of 3 locations")).toEqual([
      "WA_1, Space Needle, amber, LIVE, allocation ON",
      "2 locations: 2 LIVE",
    ]);
    expect(screen.queryByRole("table")).toBeNull();
  });

  it("switches from the list to the map and back", async () => {
    const { user, router } = renderApp("/locations/all?allocation=ON", { handlers });
    await user.click(await screen.findByRole("radio", { name: "Map", checked: false }));
    await findMap("Map of 1 location");
    await waitFor(() => expect(router.state.location.search).toBe("?allocation=ON&view=map"));
    await user.click(screen.getByRole("radio", { name: "List", checked: false }));
    await screen.findByRole("table", { name: "Locations" });
    await waitFor(() => expect(router.state.location.search).toBe("?allocation=ON"));
  });

  it("applies the list's filters", async () => {
    const { user } = renderApp("/locations/all?view=map", { handlers });
    await findMap("Map of 3 locations");
    await user.type(screen.getByLabelText("Filter fridges"), "hancock");
    expect(await markerLabels("Map of 1 location")).toEqual(["IL_2, Hancock Lobby, blue, LIVE, allocation OFF"]);
  });

  it("shows the count per status in the legend and loads other statuses on demand", async () => {
    const { user, server, router } = renderApp("/locations/all?view=map", { handlers });
    await findMap("Map of 3 locations");
    expect(legendTexts()).toEqual(["LIVE 4", "Also DEAD", "Also OFFLINE"]);
    expect(server.calls.filter(({ name }) => name === "locations")).toHaveLength(1);

    await user.click(screen.getByRole("checkbox", { name: /OFFLINE/ }));
    await findMap("Map of 4 locations");
    expect(legendTexts()).toEqual(["LIVE 4", "Also DEAD", "Also OFFLINE1"]);
    await waitFor(() => expect(router.state.location.search).toBe("?view=map&also=OFFLINE"));
    expect(screen.getByText("5 of 5", { selector: "[role=status]" })).toBeTruthy();
  });

  it("opens a card with id, name, route, status, allocation and three links", async () => {
    const { user, router } = renderApp("/locations/all?view=map", { handlers });
    await user.click(await screen.findByRole("button", { name: /^WA_1/ }));
    const card = within(await screen.findByRole("region", { name: "WA_1" }));
    for (const text of ["Space Needle", "amber, stop 3", "LIVE", "Allocation ON"]) card.getByText(text);
    const addressOf = (name: string) => card.getByRole("link", { name }).getAttribute("href");
    expect(addressOf("Detail of WA_1")).toBe("/locations/detail/WA_1");
    expect(addressOf("Inventory of WA_1")).toBe("/locations/inventory/WA_1");
    expect(addressOf("Health of WA_1")).toBe("/locations/health/WA_1");
    await waitFor(() => expect(router.state.location.search).toBe("?view=map&fridge=WA_1"));

    await user.click(card.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("region", { name: "WA_1" })).toBeNull();
  });

  it("lists all fridges at one place in one card when a link names one of them", async () => {
    renderApp("/locations/all?view=map&fridge=IL_2", { handlers });
    const card = within(await screen.findByRole("region", { name: "2 locations here" }));
    expect(card.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent)).toEqual(["IL_2", "IL_1"]);
  });

  it("limits the card to 100 of the fridges at one place and counts the rest", async () => {
    const fleet = Array.from({ length: 3000 }, (_, index) => fridge({ id: `F${index}` }));
    renderApp("/locations/all?view=map&fridge=F7", {
      handlers: { locations: () => ({ items: fleet, nextToken: null }) },
    });
    const card = within(await screen.findByRole("region", { name: "3,000 locations here" }));
    expect(card.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent)).toHaveLength(100);
    expect(card.getAllByRole("heading", { level: 3 })[0]?.textContent).toBe("F7");
    card.getByText(/^and 2,900 more/);
  });

  it("does not show the card of a fridge that the filters exclude", async () => {
    renderApp("/locations/all?view=map&fridge=IL_2&text=WA", { handlers });
    await findMap("Map of 1 location");
    expect(screen.queryByRole("region", { name: /IL_2|here/ })).toBeNull();
  });

  it("lists fridges without a position on the map", async () => {
    renderApp("/locations/all?view=map", { handlers });
    await screen.findByText("1 not on the map");
    expect(screen.getByRole("link", { name: "AK_1", hidden: true }).getAttribute("href")).toBe(
      "/locations/detail/AK_1",
    );
  });

  it("opens a card with Enter, and closes it with Escape and restores the focus", async () => {
    const { user } = renderApp("/locations/all?view=map&text=tower&also=OFFLINE", { handlers });
    (await findMap("Map of 1 location")).focus();
    await user.tab();
    expect(document.activeElement?.getAttribute("aria-label")).toMatch(/^IL_1/);
    await user.keyboard("{Enter}");
    await waitFor(() => expect(document.activeElement?.textContent).toBe("IL_1"));
    await user.click(screen.getByRole("button", { name: /^IL_1/ }));
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("region", { name: "IL_1" })).toBeNull();
    expect(document.activeElement?.getAttribute("aria-label")).toMatch(/^IL_1/);
  });

  it("reaches one marker with Tab and the others with the arrow keys", async () => {
    const { user } = renderApp("/locations/all?view=map&also=OFFLINE", { handlers });
    const surface = await findMap("Map of 4 locations");
    surface.focus();
    await user.tab();
    expect(document.activeElement?.getAttribute("aria-label")).toBe("2 locations: 2 LIVE");
    await user.keyboard("{ArrowLeft}");
    expect(document.activeElement?.getAttribute("aria-label")).toMatch(/^WA_1/);
    await user.keyboard("{ArrowRight}");
    expect(document.activeElement?.getAttribute("aria-label")).toBe("2 locations: 2 LIVE");
    await user.keyboard("{ArrowDown}");
    expect(document.activeElement?.getAttribute("aria-label")).toMatch(/^TX_1/);
    expect(within(surface).getAllByRole("button")).toHaveLength(3);
    expect(surface.querySelectorAll('button[tabindex="0"]')).toHaveLength(1);
  });

  it("shows the list's empty state if no location matches", async () => {
    renderApp("/locations/all?view=map&text=nowhere", { handlers });
    await screen.findByText("No LIVE locations match the filters");
    expect(screen.queryByRole("application")).toBeNull();
  });
});
