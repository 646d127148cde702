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
  test("routes are listed with what failed and what is slow", async () => {
    renderApp("/users/usage", { answers: { usage: () => USAGE } });
    const row = await screen.findByRole("row", { name: /GET \/uploads/ });
    expect(within(row).getByText("2,500").className).toBe("usage-wrong");
    expect(screen.getByText("7 visits, 21 calls, 1 failed")).toBeDefined();
    expect(screen.getByText("2 of 2")).toBeDefined();
  });

  test("the days are those of the address, the week up to today where it names none", async () => {
    const { server } = renderApp("/users/usage?from=2026-11-01&to=2026-11-03", { answers: { usage: () => USAGE } });
    await screen.findByRole("row", { name: /GET \/uploads/ });
    expect(server.calls.find(({ name }) => name === "usage")?.input).toEqual({ from: "2026-11-01", to: "2026-11-03" });
  });

  test("people are listed by day", async () => {
    const { user } = renderApp("/users/usage", { answers: { usage: () => USAGE } });
    await user.click(await screen.findByRole("button", { name: "People" }));
    expect(await screen.findByRole("row", { name: /ann@larder.example/ })).toBeDefined();
    await user.type(screen.getByLabelText("Find"), "bob");
    expect(await screen.findByText("1 of 2")).toBeDefined();
  });

  test("a route leads to its calls", async () => {
    const call = {
      id: "r1",
      at: "2026-11-21T10:00:00.000Z",
      user: "ann@larder.example",
      outcome: "Unavailable",
      milliseconds: 3001.5,
    };
    const { user } = renderApp("/users/usage", {
      answers: { usage: () => USAGE, routeCalls: () => ({ items: [call], nextToken: null }) },
    });
    await user.click(await screen.findByRole("button", { name: "Calls of GET /uploads" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect((await dialog.findByText("Unavailable")).className).toBe("usage-wrong");
  });

  test("nothing recorded, and no permission, are told", async () => {
    renderApp("/users/usage", { answers: { usage: () => ({ days: [], routes: [], screens: [], people: [] }) } });
    expect(await screen.findByText("Nothing was recorded in these days")).toBeDefined();
  });

  test("who may not manage permissions is told so", async () => {
    renderApp("/users/usage", { profile: "read-only" });
    expect(await screen.findByText("Your permissions do not let you see what is used")).toBeDefined();
  });
});
