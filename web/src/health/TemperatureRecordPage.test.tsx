import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { renderApp } from "../../test/renderApp";
import type { Handler } from "../../test/server";
import { CONNECTION_HANDLERS } from "../connections/connection.fixture";
import { FRIDGE } from "../locations/detail/fridge.fixture";
import { freezeClock, makeHealth, minutesAgo } from "./health.fixture";

const EMPTY_PAGE = { items: [], nextToken: null };

/** Readings every ten minutes of the last two hours; those at these minutes are warm. */
const readings = (isWarm: (minutes: number) => boolean) =>
  Array.from({ length: 13 }, (_, index) => 120 - 10 * index).map((minutes) => ({
    timestamp: minutesAgo(minutes),
    temperature: isWarm(minutes) ? 43 : 39,
  }));

function open(handlers: Readonly<Record<string, Handler>> = {}, profile: "admin" | "read-only" = "admin") {
  freezeClock();
  return renderApp("/locations/temperature-record/CHI0001", {
    profile,
    handlers: {
      location: () => ({ ...FRIDGE, id: "CHI0001", prettyName: "Lobby of the tower" }),
      ...CONNECTION_HANDLERS,
      fridgeHealth: () => ({ fridgeData: [makeHealth("CHI0001", { safetyHold: false })] }),
      fridgeAlerts: () => EMPTY_PAGE,
      locationHistory: () => EMPTY_PAGE,
      temperatureReadings: () => ({ items: readings((minutes) => minutes === 60), nextToken: null }),
      safetyHoldChanges: () => EMPTY_PAGE,
      correctiveActions: () => EMPTY_PAGE,
      ...handlers,
    },
  });
}

const value = async (label: string) =>
  within(await screen.findByLabelText("Summary")).getByText(label, { selector: "dt" }).nextElementSibling?.textContent;

describe("the temperature record (HLT-20)", () => {
  test("shows the time above 41 °F, the excursion and the time without data", async () => {
    open();
    expect(await value("Above 41 °F")).toBe("10 min");
    expect(await value("Measured")).toMatch(/^2 h 0 min/);
    expect(await value("No data")).toMatch(/^6 d 22 h 0 min/);
    const table = within(screen.getByRole("table", { name: "Excursions above 41 °F" }));
    const row = within(table.getAllByRole("row")[1] as HTMLElement);
    expect(row.getByText("10 min")).toBeDefined();
    expect(row.getByText("43.0 °F")).toBeDefined();
    expect(row.getByText("None recorded")).toBeDefined();
  });

  test("reports missing readings as no data, not as safe", async () => {
    open({ temperatureReadings: () => EMPTY_PAGE });
    expect(await value("Above 41 °F")).toBe("No data");
    expect(screen.getByText("No data: the fridge reported no temperatures in this period")).toBeDefined();
  });

  test("reads all pages of the selected period", async () => {
    const all = readings(() => false);
    const { user, server } = open({
      temperatureReadings: ({ nextToken }: { readonly nextToken?: string | null }) =>
        nextToken === "2" ? { items: all.slice(6), nextToken: null } : { items: all.slice(0, 6), nextToken: "2" },
    });
    expect(await value("Readings")).toBe("13");
    await user.click(screen.getByRole("button", { name: "90 days" }));
    await waitFor(() => expect(server.calls.filter(({ name }) => name === "temperatureReadings")).toHaveLength(4));
  });

  test("lists safety holds", async () => {
    open({
      safetyHoldChanges: () => ({ items: [{ at: minutesAgo(60), before: false, after: true }], nextToken: null }),
    });
    expect(await screen.findByText(/until now/)).toBeDefined();
  });

  test("records a corrective action for an excursion (HLT-23)", async () => {
    const recorded: unknown[] = [];
    const { user, server } = open({
      correctiveActions: () => ({ items: recorded, nextToken: null }),
      recordCorrectiveAction: ({ input }: { readonly input: Readonly<Record<string, unknown>> }) => {
        const action = {
          id: input.clientToken,
          location: "CHI0001",
          excursionStart: input.excursionStart,
          action: input.action,
          note: input.note,
          at: minutesAgo(0),
          user: "admin@larder.example",
        };
        recorded.push(action);
        return action;
      },
    });
    await user.click(await screen.findByRole("button", { name: /^Record action for/ }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.selectOptions(dialog.getByLabelText(/^Action/), "Other");
    await user.click(dialog.getByRole("button", { name: "Record" }));
    expect(await dialog.findByText("Describe the action in the note")).toBeDefined();
    await user.type(dialog.getByLabelText(/^Note/), "Door was open");
    await user.click(dialog.getByRole("button", { name: "Record" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const call = server.calls.find(({ name }) => name === "recordCorrectiveAction");
    expect(call?.input).toMatchObject({ input: { location: "CHI0001", action: "OTHER", note: "Door was open" } });
    expect(await screen.findByText("Other: Door was open (admin@larder.example)")).toBeDefined();
  });

  test("disables recording without RecordTemperature, with the reason", async () => {
    open({}, "read-only");
    const button = await screen.findByRole("button", { name: /^Record action for/ });
    expect(button.getAttribute("aria-disabled")).toBe("true");
  });
});
