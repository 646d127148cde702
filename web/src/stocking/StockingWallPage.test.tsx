import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { stockingDayChannel } from "../api/channels";
import { clearCache } from "../lib/storage";
import { isExemptFromIdleSignOut } from "../session/idle";
import { startFakeLiveServer } from "../../test/live";
import { renderApp } from "../../test/renderApp";
import { DAY, dayServer, expectedTimes, makeAction, newActions } from "./dashboard/day.fixture";

const ADDRESS = "/reports/checkpoints/wall";
const HANDLERS = {
  ...dayServer(),
  ExpectedTimes: () => expectedTimes({ IL_0002: "2026-11-21T16:00:00.000Z", NY_0004: "2026-11-21T15:30:00.000Z" }),
};
const findCard = (route: string) => screen.findByRole("region", { name: `Route ${route}` });
const cardNames = () =>
  screen.getAllByRole("region", { name: /^Route / }).map((card) => card.getAttribute("aria-label"));

beforeEach(async () => {
  await clearCache();
  sessionStorage.clear();
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T17:00:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the wall screen (STK-13)", () => {
  it("shows the current day's routes without the navigation, the worst route first", async () => {
    const { server } = renderApp(ADDRESS, { handlers: HANDLERS });
    within(await findCard("birch")).getByText("90 min behind (estimate)");
    await waitFor(() => expect(cardNames()).toEqual(["Route birch", "Route amber", "Route cedar"]));
    screen.getByRole("heading", { level: 1, name: "Stocking, Saturday, 11/21/2026" });
    screen.getByText("2 of 3 routes behind, 2 of 5 stops done, 1 late");
    expect(screen.queryByRole("navigation", { name: "Main" })).toBeNull();
    const names = server.calls.map(({ name }) => name);
    expect(names).not.toContain("fridgeHealth");
    expect(names.filter((name) => /^(create|update|delete|sync)/.test(name))).toEqual([]);
  });

  it("applies the region and the routes of the address", async () => {
    renderApp(`${ADDRESS}?region=MW&route=cedar&route=amber`, { handlers: HANDLERS });
    await findCard("amber");
    await waitFor(() => expect(cardNames()).toEqual(["Route amber", "Route cedar"]));
  });

  it("shows a live action without a refresh", async () => {
    const live = startFakeLiveServer();
    const stocked = { ...makeAction({ eventType: "LocationStocked", locationId: "NY_0004" }), id: "1" };
    renderApp(ADDRESS, { handlers: { ...HANDLERS, NewDriverActions: () => newActions([stocked]) }, live });
    await findCard("birch");
    await screen.findByText("Live");
    live.publish(stockingDayChannel(DAY), { kind: "driverAction", id: "1" });
    await waitFor(async () => within(await findCard("birch")).getByText("1 of 1 stops done"));
  });

  it("is exempt from the idle sign-out until Escape leaves it", async () => {
    const { user, router } = renderApp(`${ADDRESS}?region=MW`, { handlers: HANDLERS, sample: true });
    await findCard("amber");
    expect(isExemptFromIdleSignOut()).toBe(true);
    await user.keyboard("{Escape}");
    await screen.findByRole("heading", { level: 1, name: "Stocking Real-Time Dashboard" });
    expect(`${router.state.location.pathname}${router.state.location.search}`).toBe(
      "/reports/checkpoints?region=MW&show=routes",
    );
    expect(isExemptFromIdleSignOut()).toBe(false);
  });

  it("has a button that leaves it", async () => {
    const { user, router } = renderApp(ADDRESS, { handlers: HANDLERS, sample: true });
    await user.click(await screen.findByRole("button", { name: "Leave (Esc)" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/reports/checkpoints"));
  });

  it("requires the permissions of the dashboard and is not exempt without them", async () => {
    renderApp(ADDRESS, { profile: "no-permissions", handlers: HANDLERS });
    await screen.findByText("You don't have permission to view stocking progress");
    expect(isExemptFromIdleSignOut()).toBe(false);
  });
});
