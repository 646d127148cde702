import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { renderApp } from "../../../test/renderApp";
import { Refusal, type Answer, type ServerOptions } from "../../../test/server";
import type { CreateScheduleChangeInput } from "../../api/schema";
import { FRIDGE, fridgeServer, scheduledChange } from "../detail/fridge.fixture";
import { fridge } from "../list/fridges";

const PATH = "/locations/bulk_schedule";
const F1 = { ...FRIDGE, id: "F1" };
const F2 = { ...FRIDGE, id: "F2", percentage: "20", timeZone: "NEWYORK" as const };

const answers: Readonly<Record<string, Answer>> = {
  ...fridgeServer().answers,
  locationsById: ({ ids }: { ids: string[] }) => [F1, F2].filter(({ id }) => ids.includes(id)),
  locations: () => ({ items: [fridge({ id: "F1" }), fridge({ id: "F2", route: "east" })], nextToken: null }),
};

function renderBulk(options: ServerOptions = {}, search = "") {
  const app = renderApp(PATH + search, { ...options, answers: { ...answers, ...options.answers } });
  const choose = async (text: string) =>
    fireEvent.change(await screen.findByLabelText("Ids, one per line"), { target: { value: text } });
  const addPercentage = async (value: string) => {
    await app.user.selectOptions(screen.getByLabelText("Add a property"), "percentage");
    await app.user.type(screen.getByLabelText("percentage"), value);
  };
  const created = () =>
    app.server.calls
      .filter(({ name }) => name === "createScheduleChanges")
      .map(({ input }) => (input as { input: CreateScheduleChangeInput[] }).input);
  return { ...app, choose, addPercentage, created };
}

const lines = () =>
  within(screen.getByRole("table", { name: "Preview" }))
    .getAllByRole("row")
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent));
const button = (name: RegExp) => screen.getByRole("button", { name });

describe("bulk schedule", () => {
  it("previews every change with the current value beside the new one, and leaves out what is so already", async () => {
    const { choose, addPercentage, user, created } = renderBulk();
    await choose("F1\nF2");
    await addPercentage("20");
    await screen.findByText("1 change to schedule, 1 unchanged and left out");
    expect(lines()).toEqual([
      ["F1", "percentage", "12.5%", "12.5%", "20%", "To be scheduled"],
      ["F2", "percentage", "20%", "20%", "20%", "Unchanged: left out"],
    ]);
    await user.click(button(/^Schedule 1 change$/));
    await screen.findByText(/Successfully scheduled 1 change\./);
    expect(created()).toHaveLength(1);
    expect(created()[0]).toMatchObject([{ location: "F1", attribute: "percentage", value: '"20"' }]);
    expect(screen.getByRole("link", { name: "Scheduled changes of F1" }).getAttribute("href")).toBe(
      "/locations/schedule/F1",
    );
  });

  it("schedules a change that reverses a pending one, and shows the value then", async () => {
    const off = scheduledChange("percentage", "0", { id: "F1", actionTime: new Date().toISOString() });
    const pendingScheduleChanges = () => [off];
    const { choose, addPercentage, user, created, server } = renderBulk({ answers: { pendingScheduleChanges } });
    await choose("F1");
    await addPercentage("12.5");
    await screen.findByText("1 change to schedule, 0 unchanged and left out");
    expect(lines()).toEqual([["F1", "percentage", "12.5%", "0%", "12.5%", "To be scheduled"]]);
    await user.click(button(/^Schedule 1 change$/));
    await screen.findByText(/Successfully scheduled 1 change\./);
    const at = created()[0]?.[0]?.dateTime;
    expect(server.calls).toContainEqual({
      name: "pendingScheduleChanges",
      input: { filter: { ids: ["F1"], attributes: ["percentage"], before: at } },
    });
  });

  it("schedules nothing while the pending changes cannot be loaded", async () => {
    let works = false;
    const pendingScheduleChanges = () => {
      if (!works) throw new Refusal("Internal", "");
      return [];
    };
    const { choose, addPercentage, user } = renderBulk({ answers: { pendingScheduleChanges } });
    await choose("F1");
    await addPercentage("20");
    const failure = await screen.findByText(/^Unable to load scheduled changes/);
    expect(button(/^Schedule/).title).toBe("Scheduled changes could not be loaded");
    works = true;
    await user.click(within(failure.closest("[role=alert]") as HTMLElement).getByRole("button"));
    await screen.findByText("1 change to schedule, 0 unchanged and left out");
  });

  it("unknown ids are named and block, until they are removed", async () => {
    const { choose, addPercentage, user } = renderBulk();
    await choose("F1\nNOBODY\nNO_ONE");
    await addPercentage("30");
    await screen.findByText("There is no location NOBODY, NO_ONE");
    expect(button(/^Schedule/).title).toBe("Remove the unknown ids first");
    await user.click(button(/^Remove the 2 unknown ids$/));
    await waitFor(() => expect(button(/^Schedule 1 change$/).getAttribute("aria-disabled")).toBeNull());
    expect(screen.getByLabelText<HTMLTextAreaElement>("Ids, one per line").value).toBe("F1\n");
  });

  it("picks with the list's filters, which the address has", async () => {
    const { user } = renderBulk({}, "?driver=east");
    await user.click(await screen.findByText("Pick from the list"));
    await user.click(await screen.findByRole("button", { name: "Add all 1" }));
    expect(screen.getByLabelText<HTMLTextAreaElement>("Ids, one per line").value).toBe("F2\n");
    await user.click(screen.getByRole("checkbox", { name: /^F2/ }));
    expect(screen.getByLabelText<HTMLTextAreaElement>("Ids, one per line").value).toBe("");
  });

  it("the time is that of the zone which all share, else Central; the screen says which", async () => {
    const { choose } = renderBulk();
    await choose("F2");
    await screen.findByText("All locations keep Eastern time: the time is theirs.");
    screen.getByLabelText("Time (Eastern)");
    await choose("F1\nF2");
    await screen.findByText(/^The locations keep several time zones: the time is Central/);
    screen.getByLabelText("Time (Central)");
  });

  it("prod needs a reason, and travels with it", async () => {
    const { choose, user, created } = renderBulk();
    await choose("F1");
    await user.selectOptions(screen.getByLabelText("Add a property"), "Ready for Allocation");
    await user.selectOptions(screen.getByLabelText("Ready for Allocation"), "Yes");
    await screen.findByText("1 chosen");
    expect(button(/^Schedule/).title).toBe("Reason cannot be empty");
    await user.selectOptions(screen.getByLabelText("Reason"), "First Stocking");
    await user.click(await screen.findByRole("button", { name: "Schedule 1 change" }));
    await screen.findByText(/Successfully scheduled 1 change\./);
    expect(created()[0]?.map(({ attribute }) => attribute)).toEqual(["prod", "updateReason"]);
  });

  it("what could not be written stays with its reason, and is tried again alone", async () => {
    const message = "percentage of F2 is already scheduled to become 5 at that time by ann@larder.example.";
    let refuses = true;
    const createScheduleChanges = () => ({ created: [], failed: refuses ? [{ position: 1, message }] : [] });
    const { choose, addPercentage, user, created } = renderBulk({ answers: { createScheduleChanges } });
    await choose("F1\nF2");
    await addPercentage("30");
    await user.click(await screen.findByRole("button", { name: "Schedule 2 changes" }));
    await screen.findByText("1 change could not be scheduled. The table says why; they can be tried again.");
    expect(lines().map((line) => line[5])).toEqual(["Scheduled", `Failed: ${message}`]);
    refuses = false;
    await user.click(button(/^Try 1 change again$/));
    await screen.findByText(/Successfully scheduled 2 changes\./);
    expect(created().map((call) => call.map(({ location }) => location))).toEqual([["F1", "F2"], ["F2"]]);
  });

  it("a call that failed keeps everything for another try", async () => {
    const createScheduleChanges = () => {
      throw new Refusal("Invalid", "There is no location F2", {
        errors: [{ field: "input.1.location", message: "There is no location F2" }],
      });
    };
    const { choose, addPercentage, user } = renderBulk({ answers: { createScheduleChanges } });
    await choose("F1\nF2");
    await addPercentage("30");
    await user.click(await screen.findByRole("button", { name: "Schedule 2 changes" }));
    await screen.findByRole("button", { name: "Try 2 changes again" });
    expect(lines().map((line) => line[5])).toEqual([
      "Failed: Not scheduled, because of what is wrong with others",
      "Failed: There is no location F2",
    ]);
  });

  it("asks before what was chosen is left", async () => {
    const { choose, addPercentage, user, router } = renderBulk();
    await choose("F1");
    await addPercentage("30");
    await user.click(screen.getByRole("link", { name: "Locations" }));
    const dialog = await screen.findByRole("dialog", { name: "Leave without scheduling?" });
    await user.click(within(dialog).getByRole("button", { name: "Stay" }));
    expect(router.state.location.pathname).toBe(PATH);
  });

  it("is not for those who may not schedule", async () => {
    renderBulk({ profile: "read-only" });
    await screen.findByRole("heading", { name: "Your permissions do not let you schedule changes" });
  });
});
