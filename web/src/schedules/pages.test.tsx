import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { renderApp } from "../../test/renderApp";
import { withoutNulls } from "../../test/restResponses";
import { ServerError, FunctionTimeout } from "../../test/server";
import { FRIDGE, fridgeServer, scheduledChange, uuidOf } from "../locations/detail/fridge.fixture";
import type { ScheduleChange } from "../api/schema";

const percentage = scheduledChange("percentage", "5");
const allocation = [
  scheduledChange("prod", 1, { pairedWith: uuidOf("updateReason"), actionTime: "2099-05-01T23:00:00Z" }),
  scheduledChange(
    "updateReason",
    { prod: "First Stocking" },
    { pairedWith: uuidOf("prod"), actionTime: "2099-05-01T23:00:00Z" },
  ),
];
const failed = scheduledChange("layoutName", "Gone 1", {
  state: "FAILED",
  failure: "Please select a valid option from the dropdown",
  actionTime: "2026-11-01T15:00:00Z",
});
const rows = () => screen.getAllByRole("row").slice(1);

describe("/locations/schedule/{id} lists all scheduled changes of a location (SCH-14)", () => {
  const handlersFor = (changes: readonly ScheduleChange[]) => {
    const { handlers } = fridgeServer(changes);
    return { ...handlers, [`GET /locations/${FRIDGE.id}/schedule`]: () => ({ items: changes.map(withoutNulls) }) };
  };
  const renderSchedule = (changes: readonly ScheduleChange[], search = "") =>
    renderApp(`/locations/schedule/${FRIDGE.id}${search}`, { handlers: handlersFor(changes) });

  it("sorts by time, shows an allocation as one change, and uses the location's time zone", async () => {
    renderSchedule([percentage, ...allocation]);
    await screen.findByRole("table");
    expect(rows().map((row) => row.textContent)).toEqual([
      "Ready for AllocationYesFri, 05/01/2099 6:00 PM CDTFirst Stockingoperations@larder.examplePending",
      "percentage5%Mon, 06/01/2099 10:00 AM CDToperations@larder.examplePending",
    ]);
    screen.getByText("2 of 2");
  });

  it("filters and sorts by the URL parameters", async () => {
    const { user, router } = renderSchedule([percentage, ...allocation, failed], "?sort=-attribute");
    await screen.findByRole("table");
    expect(rows().map((row) => within(row).getByRole("button").textContent)).toEqual([
      "Ready for Allocation",
      "percentage",
      "layoutName",
    ]);
    await user.type(screen.getByRole("searchbox", { name: "Find a scheduled change" }), "failed");
    expect(rows()).toHaveLength(1);
    await waitFor(() => expect(router.state.location.search).toBe("?sort=-attribute&find=failed"));
  });

  it("encodes the id in links", async () => {
    const handlers = { ...handlersFor([]), "GET /locations/A%3FB/schedule": () => ({ items: [] }) };
    renderApp("/locations/schedule/A%3FB", { handlers });
    const link = await screen.findByRole("link", { name: "Settings" });
    expect(link.getAttribute("href")).toBe("/locations/detail/A%3FB");
  });

  it("reports an unknown location", async () => {
    const unknown = () => {
      throw new ServerError("NotFound", "There is no location UNKNOWN");
    };
    const handlers = { ...handlersFor([]), "GET /locations/UNKNOWN/schedule": unknown };
    renderApp("/locations/schedule/UNKNOWN", { handlers });
    await screen.findByText("There is no location UNKNOWN");
    expect(screen.queryByText("No Scheduled Changes")).toBeNull();
  });

  it("shows 'No Scheduled Changes' when there are none", async () => {
    renderSchedule([]);
    await screen.findByText("No Scheduled Changes");
  });

  it("shows a load failure and retries", async () => {
    let available = false;
    const page = () => {
      if (!available) throw new ServerError("Internal", "");
      return { items: [withoutNulls(percentage)] };
    };
    const handlers = { ...handlersFor([]), [`GET /locations/${FRIDGE.id}/schedule`]: page };
    const { user } = renderApp(`/locations/schedule/${FRIDGE.id}`, { handlers });
    const failure = await screen.findByText(/^Unable to load scheduled changes/);
    available = true;
    await user.click(within(failure.closest("[role=alert]") as HTMLElement).getByRole("button"));
    await screen.findByRole("table");
  });

  it("shows its own message instead of the AWS message when the function times out", async () => {
    const timeout = () => {
      throw new FunctionTimeout();
    };
    const handlers = { ...handlersFor([]), [`GET /locations/${FRIDGE.id}/schedule`]: timeout };
    renderApp(`/locations/schedule/${FRIDGE.id}`, { handlers });
    await screen.findByText(/^Unable to load scheduled changes/);
    expect(document.body).not.toHaveTextContent("Task timed out");
  });
});

describe("failed scheduled changes", () => {
  it("are listed with location and reason, and can be retried", async () => {
    const { handlers } = fridgeServer();
    const { user, server } = renderApp("/locations/schedule", {
      handlers: {
        ...handlers,
        failedScheduleChanges: () => ({ items: [failed], nextToken: null }),
        retryScheduleChange: () => [],
      },
    });
    await screen.findByRole("link", { name: FRIDGE.id });
    screen.getByText("Failed: Please select a valid option from the dropdown");
    await user.click(screen.getByRole("button", { name: "layoutName" }));
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await waitFor(() =>
      expect(server.calls).toContainEqual({
        name: "retryScheduleChange",
        input: { input: { uuid: failed.uuid, actionTime: failed.actionTime } },
      }),
    );
  });

  it("are retried together, with the result of each change (SCH-15)", async () => {
    const other = scheduledChange("taxRate", "3", {
      state: "FAILED",
      failure: "taxRate should be a number",
      actionTime: "2026-11-02T15:00:00Z",
    });
    let stored = [failed, other];
    const { user, server } = renderApp("/locations/schedule", {
      handlers: {
        ...fridgeServer().handlers,
        failedScheduleChanges: () => ({ items: stored, nextToken: null }),
        retryScheduleChange: ({ input }: { input: { uuid: string } }) => {
          if (input.uuid === other.uuid) throw new ServerError("Invalid", "taxRate should be a number");
          stored = [];
          return [];
        },
      },
    });
    await user.click(await screen.findByRole("checkbox", { name: "Select all failed changes" }));
    expect(screen.getByText("2 changes selected")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Retry all selected" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Retry 2 changes?" }));
    expect(dialog.getAllByRole("rowheader").map(({ textContent }) => textContent)).toEqual([FRIDGE.id, FRIDGE.id]);
    await user.click(dialog.getByRole("button", { name: "Retry" }));
    expect(await dialog.findByText("1 retried, 1 failed")).toBeVisible();
    expect(dialog.getByRole("cell", { name: "taxRate should be a number" })).toBeVisible();
    expect(server.calls.filter(({ name }) => name === "retryScheduleChange")).toHaveLength(2);
    // The results stay when the list is empty.
    await screen.findByText("No failed changes");
    await user.click(dialog.getByRole("button", { name: "Close" }));
    expect(await screen.findByText("Retry: 1 retried, 1 failed")).toBeVisible();
  });

  const held = scheduledChange("taxRate", "3", {
    state: "HELD",
    failure: "bob@larder.example no longer has UpdateLocation, or the account is disabled.",
    actionTime: "2026-11-01T15:00:00Z",
  });
  const renderHeld = (profile: "admin" | "operations") =>
    renderApp("/locations/schedule", {
      profile,
      handlers: {
        ...fridgeServer().handlers,
        failedScheduleChanges: () => ({ items: [held], nextToken: null }),
        releaseScheduleChange: () => [],
        deleteScheduleChange: () => [],
      },
    });

  it("shows why a change is held, and lets an administrator release it", async () => {
    const { user, server } = renderHeld("admin");
    await screen.findByText(`Held: ${held.failure}`);
    await user.click(screen.getByRole("button", { name: "taxRate" }));
    await user.click(screen.getByRole("button", { name: "Release" }));
    const input = { input: { uuid: held.uuid, actionTime: held.actionTime } };
    await waitFor(() => expect(server.calls).toContainEqual({ name: "releaseScheduleChange", input }));
  });

  it("lets only administrators release or delete a held change", async () => {
    const { user, server } = renderHeld("operations");
    await user.click(await screen.findByRole("button", { name: "taxRate" }));
    for (const name of ["Release", "Delete"]) {
      const control = screen.getByRole("button", { name });
      expect(control.title).toBe("Your permissions do not include ManagePermissions");
      await user.click(control);
    }
    expect(server.calls.map(({ name }) => name)).not.toContain("releaseScheduleChange");
  });

  it("shows an empty state when no change failed", async () => {
    const handlers = { ...fridgeServer().handlers, failedScheduleChanges: () => ({ items: [], nextToken: null }) };
    renderApp("/locations/schedule", { handlers });
    await screen.findByText("No failed changes");
  });
});
