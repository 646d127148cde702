import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { renderApp } from "../../test/renderApp";
import { Refusal, type Answer } from "../../test/server";

const page =
  (items: readonly unknown[] = []) =>
  () => ({ items, nextToken: null });

const CALM: Readonly<Record<string, Answer>> = {
  fridgeAlerts: page(),
  failedScheduleChanges: page(),
  getDriverAction: page(),
  logiNextSyncs: page(),
  "GET /uploads?folder=routes-upload": page(),
  "GET /uploads?folder=par-allocation-uploads": page(),
  "GET /uploads?folder=forecast-uploads": page(),
};

const attention = async () => within(await screen.findByRole("region", { name: "Needs attention today" }));

describe("what needs attention today", () => {
  test("nothing is said kindly", async () => {
    renderApp("/home", { answers: CALM });
    const cards = await attention();
    for (const calm of [
      "No alert is open: all is well",
      "No scheduled change has failed",
      "Drivers reached every stop so far",
      "No fulfillment center's sync failed",
      "No upload is left unfinished",
    ]) {
      expect(await cards.findByText(calm)).toBeDefined();
    }
  });

  test("each leads to its screen", async () => {
    renderApp("/home", { answers: CALM });
    const cards = await attention();
    expect(cards.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
      "/portfoliohealth/alerts",
      "/locations/schedule",
      "/reports/checkpoints",
      "/loginext",
      "/locations/update_weekly_routes",
    ]);
  });

  test("open alerts are counted by kind", async () => {
    const alerts = ["TOO_WARM", "SILENT", "SILENT"].map((kind, id) => ({ id: String(id), kind, acknowledgedAt: null }));
    renderApp("/home", { answers: { ...CALM, fridgeAlerts: page(alerts) } });
    const cards = await attention();
    expect(await cards.findByText("1 too warm, 2 silent")).toBeDefined();
    expect(cards.getByText("3")).toBeDefined();
  });

  test("only what the person may see", async () => {
    renderApp("/home", { profile: "read-only", answers: CALM });
    const cards = await attention();
    await waitFor(() => expect(cards.getAllByRole("link")).toHaveLength(3));
    expect(cards.queryByRole("link", { name: "Failed LogiNext syncs" })).toBeNull();
    expect(cards.queryByRole("link", { name: "Failed uploads" })).toBeNull();
  });

  test("one that fails does not break the others, and is loaded again on demand", async () => {
    let calls = 0;
    const { user } = renderApp("/home", {
      answers: {
        ...CALM,
        failedScheduleChanges: () => {
          calls += 1;
          if (calls === 1) throw new Refusal("Internal", "");
          return { items: [], nextToken: null };
        },
      },
    });
    const cards = await attention();
    await user.click(await cards.findByRole("button", { name: "Retry Failed scheduled changes" }));
    expect(await cards.findByText("No scheduled change has failed")).toBeDefined();
    expect(cards.getByText("No alert is open: all is well")).toBeDefined();
  });
});
