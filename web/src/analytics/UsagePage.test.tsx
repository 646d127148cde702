import { screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { renderApp } from "../../test/renderApp";

const USAGE = {
  days: [{ date: "2026-11-21", calls: 21, failures: 1, views: 7, people: 2 }],
  routes: [
    {
      route: "GET /uploads",
      calls: 20,
      refused: 0,
      rejected: 2,
      failures: 1,
      meanMilliseconds: 12.3,
      mostMilliseconds: 2500,
    },
    {
      route: "POST /locations",
      calls: 1,
      refused: 1,
      rejected: 0,
      failures: 0,
      meanMilliseconds: 4,
      mostMilliseconds: 10,
    },
  ],
  screens: [{ screen: "/locations/detail/:id?", views: 7 }],
  people: [
    { date: "2026-11-21", user: "ann@larder.example", calls: 20, refused: 0, failures: 1, views: 6 },
    { date: "2026-11-21", user: "bob@larder.example", calls: 1, refused: 1, failures: 0, views: 1 },
  ],
};

describe("usage", () => {
  test("lists routes and highlights failures and slow responses", async () => {
    renderApp("/users/usage", { handlers: { usage: () => USAGE } });
    const row = await screen.findByRole("row", { name: /GET \/uploads/ });
    expect(within(row).getByText("2,500").className).toBe("usage-failure");
    expect(screen.getByText("7 visits, 21 calls, 1 failed")).toBeDefined();
    expect(screen.getByText("2 of 2")).toBeDefined();
  });

  test("reads the range from the URL parameters", async () => {
    const { server } = renderApp("/users/usage?from=2026-11-01&to=2026-11-03", { handlers: { usage: () => USAGE } });
    await screen.findByRole("row", { name: /GET \/uploads/ });
    expect(server.calls.find(({ name }) => name === "usage")?.input).toEqual({ from: "2026-11-01", to: "2026-11-03" });
  });

  test("lists people by day, filtered by text", async () => {
    const { user } = renderApp("/users/usage", { handlers: { usage: () => USAGE } });
    await user.click(await screen.findByRole("radio", { name: "People" }));
    expect(await screen.findByRole("row", { name: /ann@larder.example/ })).toBeDefined();
    await user.type(screen.getByLabelText("Find"), "bob");
    expect(await screen.findByText("1 of 2")).toBeDefined();
  });

  test("opens the calls of a route", async () => {
    const call = {
      id: "r1",
      at: "2026-11-21T10:00:00.000Z",
      user: "ann@larder.example",
      outcome: "Unavailable",
      milliseconds: 3001.5,
    };
    const { user } = renderApp("/users/usage", {
      handlers: { usage: () => USAGE, routeCalls: () => ({ items: [call], nextToken: null }) },
    });
    await user.click(await screen.findByRole("button", { name: "Calls of GET /uploads" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect((await dialog.findByText("Unavailable")).className).toBe("usage-failure");
  });

  test("shows an empty state when no usage is recorded", async () => {
    renderApp("/users/usage", { handlers: { usage: () => ({ days: [], routes: [], screens: [], people: [] }) } });
    expect(await screen.findByText("No usage recorded in this period")).toBeDefined();
  });

  test("shows a message to users without ManagePermissions", async () => {
    renderApp("/users/usage", { profile: "read-only" });
    expect(await screen.findByText("You don't have permission to view usage")).toBeDefined();
  });
});
