import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { renderApp } from "../../test/renderApp";
import { ServerError, type Handler } from "../../test/server";

const page =
  (items: readonly unknown[] = []) =>
  () => ({ items, nextToken: null });

const NOTHING_TO_REPORT: Readonly<Record<string, Handler>> = {
  // Only this section, because other tiles read other data.
  myPreferences: () => ({ version: 1, views: [], home: [{ kind: "ATTENTION", view: null }], favorites: [] }),
  fridgeAlerts: page(),
  failedScheduleChanges: page(),
  getDriverAction: page(),
  logiNextSyncs: page(),
  "GET /uploads?folder=routes-upload": () => ({ items: [] }),
  "GET /uploads?folder=par-allocation-uploads": () => ({ items: [] }),
  "GET /uploads?folder=forecast-uploads": () => ({ items: [] }),
};

const attention = async () => within(await screen.findByRole("region", { name: "Needs attention today" }));

describe("the section 'Needs attention today'", () => {
  test("shows an empty text in each card without problems", async () => {
    renderApp("/home", { handlers: NOTHING_TO_REPORT });
    const cards = await attention();
    for (const emptyText of [
      "No open alerts",
      "No failed changes",
      "No unreached stops",
      "No failed syncs",
      "No failed uploads",
    ]) {
      expect(await cards.findByText(emptyText)).toBeDefined();
    }
  });

  test("links each card to its screen", async () => {
    renderApp("/home", { handlers: NOTHING_TO_REPORT });
    const cards = await attention();
    expect(cards.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
      "/portfoliohealth/alerts",
      "/locations/schedule",
      "/reports/checkpoints",
      "/loginext",
      "/locations/update_weekly_routes",
    ]);
  });

  test("counts open alerts by kind", async () => {
    const alerts = ["TOO_WARM", "SILENT", "SILENT"].map((kind, id) => ({
      id: String(id),
      location: "CHI0001",
      kind,
      state: "OPEN",
      since: "2026-11-23T15:00:00Z",
      openedAt: "2026-11-23T15:30:00Z",
      detail: null,
      clearedAt: null,
      acknowledgedAt: null,
      acknowledgedBy: null,
      note: null,
    }));
    renderApp("/home", { handlers: { ...NOTHING_TO_REPORT, fridgeAlerts: page(alerts) } });
    const cards = await attention();
    expect(await cards.findByText("1 too warm, 2 silent")).toBeDefined();
    expect(cards.getByText("3")).toBeDefined();
  });

  test("shows only the cards that the user has permission for", async () => {
    renderApp("/home", { profile: "read-only", handlers: NOTHING_TO_REPORT });
    const cards = await attention();
    await waitFor(() => expect(cards.getAllByRole("link")).toHaveLength(3));
    expect(cards.queryByRole("link", { name: "Failed LogiNext syncs" })).toBeNull();
    expect(cards.queryByRole("link", { name: "Failed uploads" })).toBeNull();
  });

  test("a card that fails to load has a retry button and does not affect the others", async () => {
    let calls = 0;
    const { user } = renderApp("/home", {
      handlers: {
        ...NOTHING_TO_REPORT,
        failedScheduleChanges: () => {
          calls += 1;
          if (calls === 1) throw new ServerError("Internal", "");
          return { items: [], nextToken: null };
        },
      },
    });
    const cards = await attention();
    await user.click(await cards.findByRole("button", { name: "Retry Failed scheduled changes" }));
    expect(await cards.findByText("No failed changes")).toBeDefined();
    expect(cards.getByText("No open alerts")).toBeDefined();
  });
});
