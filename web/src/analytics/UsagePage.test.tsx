import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { renderApp } from "../../test/renderApp";
import styles from "./usage.module.css";

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
    expect(within(row).getByText("2,500")).toHaveClass(styles.failure ?? "");
    expect(screen.getByText("7 visits, 21 calls, 1 failed")).toBeDefined();
    expect(screen.getByText("2 of 2")).toBeDefined();
  });

  test("reads the range from the URL parameters", async () => {
    const { server } = renderApp("/users/usage?from=2026-11-01&to=2026-11-03", { handlers: { usage: () => USAGE } });
    await screen.findByRole("row", { name: /GET \/uploads/ });
    expect(server.calls.find(({ name }) => name === "usage")?.input).toEqual({ from: "2026-11-01", to: "2026-11-03" });
  });

  test("compares the last complete day, and reads only days outside the range", async () => {
    const callsByDay: Record<string, number> = { "2026-11-20": 30, "2026-11-19": 20, "2026-11-13": 40 };
    const usage = ({ from }: { from: string }) => ({
      ...USAGE,
      days: [{ date: from, calls: callsByDay[from] ?? 0, failures: 0, views: 1, people: 1 }],
    });
    const { server } = renderApp("/users/usage?from=2026-11-20&to=2026-11-20", { handlers: { usage } });
    expect(await screen.findByRole("link", { name: "10 more (+50%) than 20 on 11/19/2026" })).toHaveAttribute(
      "href",
      "/users/usage?from=2026-11-19&to=2026-11-19&look=days#rows",
    );
    expect(await screen.findByRole("link", { name: "10 fewer (−25%) than 40 on 11/13/2026" })).toBeVisible();
    expect(server.calls.filter(({ name }) => name === "usage")).toHaveLength(3);
  });

  test("starts with the last 7 days, then with the preset that the user chose last", async () => {
    localStorage.clear();
    onTestFinished(() => localStorage.clear());
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T18:00:00Z") });
    onTestFinished(() => void vi.useRealTimers());
    const { user, router } = renderApp("/users/usage", { handlers: { usage: () => USAGE } });
    await waitFor(() => expect(router.state.location.search).toBe("?from=2026-11-15&to=2026-11-21"));
    expect(router.state.historyAction).toBe("REPLACE");
    await user.click(await screen.findByRole("button", { name: "Yesterday" }));
    await waitFor(() => expect(router.state.location.search).toBe("?from=2026-11-20&to=2026-11-20"));
    await act(() => router.navigate("/users/usage"));
    await waitFor(() => expect(router.state.location.search).toBe("?from=2026-11-20&to=2026-11-20"));
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
    expect(await dialog.findByText("Unavailable")).toHaveClass(styles.failure ?? "");
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
