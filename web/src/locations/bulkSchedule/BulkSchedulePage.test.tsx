import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { renderApp } from "../../../test/renderApp";
import { ServerError, type Handler, type ServerOptions } from "../../../test/server";
import type { CreateScheduleChangeInput } from "../../api/schema";
import { FRIDGE, fridgeServer, scheduledChange } from "../detail/fridge.fixture";
import { fridge } from "../list/fridges";

const PATH = "/locations/bulk_schedule";
const F1 = { ...FRIDGE, id: "F1" };
const F2 = { ...FRIDGE, id: "F2", percentage: "20", timeZone: "NEWYORK" as const };

const handlers: Readonly<Record<string, Handler>> = {
  ...fridgeServer().handlers,
  locationsById: ({ ids }: { ids: string[] }) => [F1, F2].filter(({ id }) => ids.includes(id)),
  locations: () => ({ items: [fridge({ id: "F1" }), fridge({ id: "F2", route: "east" })], nextToken: null }),
};

function renderBulk(options: ServerOptions = {}, search = "") {
  const app = renderApp(PATH + search, { ...options, handlers: { ...handlers, ...options.handlers } });
  const enterIds = async (text: string) =>
    fireEvent.change(await screen.findByLabelText("Location IDs, one per line"), { target: { value: text } });
  const addPercentage = async (value: string) => {
    await app.user.selectOptions(screen.getByLabelText("Add a property"), "percentage");
    await app.user.type(screen.getByLabelText("percentage"), value);
  };
  const created = () =>
    app.server.calls
      .filter(({ name }) => name === "createScheduleChanges")
      .map(({ input }) => (input as { input: CreateScheduleChangeInput[] }).input);
  return { ...app, enterIds, addPercentage, created };
}

const previewRows = () =>
  within(screen.getByRole("table", { name: "Preview" }))
    .getAllByRole("row")
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent));
const button = (name: RegExp) => screen.getByRole("button", { name });

describe("bulk schedule", () => {
  it("previews every change with its current and new value and skips unchanged ones", async () => {
    const { enterIds, addPercentage, user, created } = renderBulk();
    await enterIds("F1\nF2");
    await addPercentage("20");
    await screen.findByText("1 change to schedule, 1 unchanged (skipped)");
    await screen.findByRole("table", { name: "Preview" });
    expect(previewRows()).toEqual([
      ["F1", "percentage", "12.5%", "12.5%", "20%", "Ready to schedule"],
      ["F2", "percentage", "20%", "20%", "20%", "Unchanged (skipped)"],
    ]);
    await user.click(button(/^Schedule 1 change$/));
    await screen.findByText(/Successfully scheduled 1 change\./);
    expect(created()).toHaveLength(1);
    expect(created()[0]).toMatchObject([{ location: "F1", attribute: "percentage", value: '"20"' }]);
    expect(screen.getByRole("link", { name: "Scheduled changes of F1" }).getAttribute("href")).toBe(
      "/locations/schedule/F1",
    );
  });

  it("schedules a change that reverses a pending one and shows the value at that time", async () => {
    const off = scheduledChange("percentage", "0", { id: "F1", actionTime: new Date().toISOString() });
    const pendingScheduleChanges = () => [off];
    const { enterIds, addPercentage, user, created, server } = renderBulk({ handlers: { pendingScheduleChanges } });
    await enterIds("F1");
    await addPercentage("12.5");
    await screen.findByText("1 change to schedule, 0 unchanged (skipped)");
    expect(previewRows()).toEqual([["F1", "percentage", "12.5%", "0%", "12.5%", "Ready to schedule"]]);
    await user.click(button(/^Schedule 1 change$/));
    await screen.findByText(/Successfully scheduled 1 change\./);
    const at = created()[0]?.[0]?.dateTime;
    expect(server.calls).toContainEqual({
      name: "pendingScheduleChanges",
      input: { filter: { ids: ["F1"], attributes: ["percentage"], before: at } },
    });
  });

  it("disables scheduling if the pending changes fail to load", async () => {
    let works = false;
    const pendingScheduleChanges = () => {
      if (!works) throw new ServerError("Internal", "");
      return [];
    };
    const { enterIds, addPercentage, user } = renderBulk({ handlers: { pendingScheduleChanges } });
    await enterIds("F1");
    await addPercentage("20");
    const failure = await screen.findByText(/^Unable to load scheduled changes/);
    expect(button(/^Schedule/).title).toBe("Could not load scheduled changes");
    works = true;
    await user.click(within(failure.closest("[role=alert]") as HTMLElement).getByRole("button"));
    await screen.findByText("1 change to schedule, 0 unchanged (skipped)");
  });

  it("lists unknown ids and disables scheduling until they are removed", async () => {
    const { enterIds, addPercentage, user } = renderBulk();
    await enterIds("F1\nUNKNOWN_1\nUNKNOWN_2");
    await addPercentage("30");
    await screen.findByText("Unknown location IDs: UNKNOWN_1, UNKNOWN_2");
    expect(button(/^Schedule/).title).toBe("Remove the unknown IDs first");
    await user.click(button(/^Remove the 2 unknown IDs$/));
    await waitFor(() => expect(button(/^Schedule 1 change$/).getAttribute("aria-disabled")).toBeNull());
    expect(screen.getByLabelText<HTMLTextAreaElement>("Location IDs, one per line").value).toBe("F1\n");
  });

  it("selects locations with the list's filters from the URL", async () => {
    const { user } = renderBulk({}, "?driver=east");
    await user.click(await screen.findByText("Select from the list"));
    await user.click(await screen.findByRole("button", { name: "Add all 1" }));
    expect(screen.getByLabelText<HTMLTextAreaElement>("Location IDs, one per line").value).toBe("F2\n");
    await user.click(screen.getByRole("checkbox", { name: /^F2/ }));
    expect(screen.getByLabelText<HTMLTextAreaElement>("Location IDs, one per line").value).toBe("");
  });

  it("uses the shared time zone, otherwise Central, and names it", async () => {
    const { enterIds } = renderBulk();
    await enterIds("F2");
    await screen.findByText("Times are in Eastern time, the locations’ own.");
    screen.getByLabelText("Time (Eastern)");
    await enterIds("F1\nF2");
    await screen.findByText(/^The locations are in several time zones. Times are in Central time/);
    screen.getByLabelText("Time (Central)");
  });

  it("requires a reason for prod and sends both", async () => {
    const { enterIds, user, created } = renderBulk();
    await enterIds("F1");
    await user.selectOptions(screen.getByLabelText("Add a property"), "Ready for Allocation");
    await user.selectOptions(screen.getByLabelText("Ready for Allocation"), "Yes");
    await screen.findByText("1 selected");
    expect(button(/^Schedule/).title).toBe("Reason cannot be empty");
    await user.selectOptions(screen.getByLabelText("Reason"), "First Stocking");
    await user.click(await screen.findByRole("button", { name: "Schedule 1 change" }));
    await screen.findByText(/Successfully scheduled 1 change\./);
    expect(created()[0]?.map(({ attribute }) => attribute)).toEqual(["prod", "updateReason"]);
  });

  it("keeps a failed change with its reason and retries only that change", async () => {
    const message = "percentage of F2 is already scheduled to become 5 at that time by ann@larder.example.";
    let rejects = true;
    const createScheduleChanges = () => ({ created: [], failed: rejects ? [{ position: 1, message }] : [] });
    const { enterIds, addPercentage, user, created } = renderBulk({ handlers: { createScheduleChanges } });
    await enterIds("F1\nF2");
    await addPercentage("30");
    await user.click(await screen.findByRole("button", { name: "Schedule 2 changes" }));
    await screen.findByText("1 change could not be scheduled. See the Status column for the reasons, then retry.");
    expect(previewRows().map((cells) => cells[5])).toEqual(["Scheduled", `Failed: ${message}`]);
    rejects = false;
    await user.click(button(/^Retry 1 change$/));
    await screen.findByText(/Successfully scheduled 2 changes\./);
    expect(created().map((call) => call.map(({ location }) => location))).toEqual([["F1", "F2"], ["F2"]]);
  });

  it("keeps all changes for a retry after a failed request", async () => {
    const createScheduleChanges = () => {
      throw new ServerError("Invalid", "There is no location F2", {
        errors: [{ field: "input.1.location", message: "There is no location F2" }],
      });
    };
    const { enterIds, addPercentage, user } = renderBulk({ handlers: { createScheduleChanges } });
    await enterIds("F1\nF2");
    await addPercentage("30");
    await user.click(await screen.findByRole("button", { name: "Schedule 2 changes" }));
    await screen.findByRole("button", { name: "Retry 2 changes" });
    expect(previewRows().map((cells) => cells[5])).toEqual([
      "Failed: Not scheduled because other changes are invalid",
      "Failed: There is no location F2",
    ]);
  });

  it("asks for confirmation before leaving with unscheduled changes", async () => {
    const { enterIds, addPercentage, user, router } = renderBulk();
    await enterIds("F1");
    await addPercentage("30");
    await user.click(screen.getByRole("link", { name: "Locations" }));
    const dialog = await screen.findByRole("dialog", { name: "Leave without scheduling?" });
    await user.click(within(dialog).getByRole("button", { name: "Stay" }));
    expect(router.state.location.pathname).toBe(PATH);
  });

  it("shows a permission message to users who cannot schedule", async () => {
    renderBulk({ profile: "read-only" });
    await screen.findByRole("heading", { name: "You don't have permission to schedule changes" });
  });
});
