import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { renderApp } from "../../../test/renderApp";
import { Refusal, type ServerOptions } from "../../../test/server";
import type { ScheduleChange } from "../../api/schema";
import { FRIDGE, fridgeServer, scheduledChange } from "./fridge.fixture";

const PATH = `/locations/detail/${FRIDGE.id}`;
const PATCH = `PATCH /locations/${FRIDGE.id}`;

async function renderFridge(changes: readonly ScheduleChange[] = [], options: ServerOptions = {}) {
  const fridge = fridgeServer(changes);
  const app = renderApp(PATH, { ...options, answers: { ...fridge.answers, ...options.answers } });
  await screen.findByRole("table");
  const open = async (label: string) => {
    await app.user.click(await screen.findByRole("button", { name: new RegExp(`^(Edit|View) ${label}:`) }));
    return within(screen.getByRole("dialog", { name: label }));
  };
  const called = (name: string) => app.server.calls.filter((call) => call.name === name).map((call) => call.input);
  return { ...app, fridge, open, called };
}

const dialogIsGone = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

describe("spec 2.5, the Property/Value table", () => {
  it("has every row in the spec's words", async () => {
    await renderFridge();
    const labels = screen.getAllByRole("rowheader").map((header) => header.firstChild?.textContent);
    expect(labels).toEqual([
      "accessTo",
      "address",
      "Campus Card device address",
      "covid19",
      "directions",
      "fridgeModel",
      "hostname",
      "fridgeSchema",
      "hours",
      "holidayScreenEnabled",
      "holidayScreenFridgeSpecific",
      "holidayScreenStartDate",
      "holidayScreenEndDate",
      "ip",
      "latitude",
      "longitude",
      "layoutName",
      "onlineDate",
      "paymentGateway",
      "percentage",
      "prettyName",
      "priceMapTemplate",
      "Ready for Allocation",
      "publicStatus",
      "reserve",
      "route",
      "serialPort",
      "status",
      "stockingSchedule",
      "stop",
      "taxRate",
      "timeZone",
      "vertical",
      "Market",
      "Fulfillment center",
      "Routing tag",
      "Park-to-fridge instructions",
      "Account tier",
      "Opportunity name",
    ]);
  });

  it.each([
    ["directions", FRIDGE.directions],
    ["fridgeModel", FRIDGE.fridgeModel],
    ["hostname", FRIDGE.hostname],
    ["paymentGateway", "New card reader"],
    ["prettyName", FRIDGE.prettyName],
    ["Market", FRIDGE.market],
    ["Fulfillment center", FRIDGE.fulfillmentCenter],
    ["Routing tag", FRIDGE.routingTag],
    ["Park-to-fridge instructions", FRIDGE.parkToFridgeInstructions],
    ["Account tier", FRIDGE.accountTier],
    ["Opportunity name", FRIDGE.opportunityName],
  ])("%s is read-only", async (label, value) => {
    await renderFridge();
    const row = screen.getByRole("row", { name: new RegExp(`^${label}`) });
    expect(within(row).queryByRole("button")).toBeNull();
    expect(within(row).getByRole("cell")).toHaveTextContent(value ?? "");
  });

  it("shows the id as it was created if the address has it in another case", async () => {
    const { router } = renderApp("/locations/detail/fridge_1?find=tax", { answers: fridgeServer().answers });
    await waitFor(() => expect(router.state.location.pathname).toBe(PATH));
    expect(router.state.location.search).toBe("?find=tax");
  });

  it("if the id is empty the user is redirected to /locations/all", async () => {
    const { router } = renderApp("/locations/detail/", { answers: fridgeServer().answers });
    await waitFor(() => expect(router.state.location.pathname).toBe("/locations/all"));
  });

  it("if the location is not found the user is redirected to /locations/all", async () => {
    const { router } = renderApp("/locations/detail/NOBODY", { answers: fridgeServer().answers });
    await waitFor(() => expect(router.state.location.pathname).toBe("/locations/all"));
  });

  it("a load failure is said in the spec's words", async () => {
    const answers = {
      ...fridgeServer().answers,
      location: () => {
        throw new Refusal("Internal", "");
      },
    };
    renderApp(PATH, { answers });
    await screen.findByText("Unable to load this location, Please check your internet and your permissions");
  });

  it("a person without permission for it is told so", async () => {
    renderApp(PATH, { profile: "no-permissions", answers: fridgeServer().answers });
    await screen.findByRole("heading", { name: "Your permissions do not let you see this location" });
  });
});

describe("spec 4, edit flow: open, modify, then Save or Close", () => {
  it("Save submits the value with the version, reloads and says 'Successfully updated'", async () => {
    const { open, user, called } = await renderFridge();
    const dialog = await open("percentage");
    await user.clear(dialog.getByLabelText("percentage"));
    await user.type(dialog.getByLabelText("percentage"), "20.75");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await screen.findByText("Successfully updated");
    await dialogIsGone();
    expect(called(PATCH)).toEqual([{ version: 3, percentage: "20.75" }]);
    await screen.findByRole("button", { name: "Edit percentage: 20.75%" });
  });

  it("a double click, and Enter while it is saved, send one request", async () => {
    let answer: () => void = () => undefined;
    const slow = () => new Promise((resolve) => (answer = () => resolve(FRIDGE)));
    const { open, user, called } = await renderFridge([], { answers: { [PATCH]: slow } });
    const dialog = await open("percentage");
    await user.clear(dialog.getByLabelText("percentage"));
    await user.type(dialog.getByLabelText("percentage"), "20");
    await user.dblClick(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(dialog.getByRole("button", { name: /Saving…/ })).toBeDisabled());
    await user.click(dialog.getByRole("button", { name: /Saving…/ }));
    await user.type(dialog.getByLabelText("percentage"), "{Enter}{Enter}");
    answer();
    await dialogIsGone();
    expect(called(PATCH)).toHaveLength(1);
  });

  it("two activations in the same moment send one request", async () => {
    const { open, user, called } = await renderFridge();
    const dialog = await open("percentage");
    await user.clear(dialog.getByLabelText("percentage"));
    await user.type(dialog.getByLabelText("percentage"), "20");
    const save = dialog.getByRole("button", { name: "Save" });
    fireEvent.click(save);
    fireEvent.click(save);
    await dialogIsGone();
    expect(called(PATCH)).toHaveLength(1);
  });

  it("Save after a lost response recognizes that the value was written", async () => {
    const server = fridgeServer();
    const store = server.answers[PATCH] as (body: unknown) => unknown;
    let lost = false;
    const loseFirst = (body: unknown) => {
      const stored = store(body);
      if (lost) return stored;
      lost = true;
      throw new Refusal("Unavailable", "");
    };
    const { open, user, called } = await renderFridge([], { answers: { ...server.answers, [PATCH]: loseFirst } });
    const dialog = await open("percentage");
    await user.clear(dialog.getByLabelText("percentage"));
    await user.type(dialog.getByLabelText("percentage"), "20");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(called(PATCH)).toHaveLength(1));
    await user.click(await dialog.findByRole("button", { name: "Save" }));
    await dialogIsGone();
    expect(dialog.queryByRole("alert", { name: "Conflict" })).toBeNull();
    expect(called(PATCH)).toEqual([
      { version: 3, percentage: "20" },
      { version: 3, percentage: "20" },
    ]);
  });

  it("a required value that is not set cannot be saved empty", async () => {
    const server = fridgeServer();
    server.write({ ip: null });
    const { open, user, called } = await renderFridge([], { answers: server.answers });
    const dialog = await open("ip");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await dialog.findByText("ip cannot be empty");
    expect(called(PATCH)).toEqual([]);
  });

  it("Close reverts to the old value", async () => {
    const { open, user, called } = await renderFridge();
    const dialog = await open("stop");
    await user.type(dialog.getByLabelText("stop"), "9");
    await user.click(dialog.getByRole("button", { name: "Close" }));
    const again = await open("stop");
    expect(again.getByLabelText<HTMLInputElement>("stop").value).toBe("4");
    expect(called(PATCH)).toEqual([]);
  });

  it("the address row edits street, city, state and zipCode together", async () => {
    const { open, user, called } = await renderFridge();
    const dialog = await open("address");
    await user.clear(dialog.getByLabelText(/^street/));
    await dialog.findByText("street cannot be empty");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    expect(called(PATCH)).toEqual([]);
    await user.type(dialog.getByLabelText(/^street/), "1 Main St");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await screen.findByRole("button", { name: "Edit address: 1 Main St, Chicago, IL 60606" });
    expect(called(PATCH)).toEqual([{ version: 3, address: { ...FRIDGE.address, street: "1 Main St" } }]);
  });

  it("is validated as typed, and nothing invalid is sent", async () => {
    const { open, user, called } = await renderFridge();
    const dialog = await open("latitude");
    await user.clear(dialog.getByLabelText("latitude"));
    await dialog.findByText("latitude cannot be empty");
    await user.type(dialog.getByLabelText("latitude"), "50");
    await dialog.findByText("latitude should be a number in the range of 28 to 49!");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    expect(called(PATCH)).toEqual([]);
  });

  it("an update failure says the server's message at the field and keeps what was typed", async () => {
    const refuse = () => {
      throw new Refusal("Invalid", "IP Address invalid", { errors: [{ field: "ip", message: "IP Address invalid" }] });
    };
    const { open, user } = await renderFridge([], { answers: { [PATCH]: refuse } });
    const dialog = await open("ip");
    await user.clear(dialog.getByLabelText("ip"));
    await user.type(dialog.getByLabelText("ip"), "10.1.2.4");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await dialog.findByText("IP Address invalid");
    expect(dialog.getByLabelText<HTMLInputElement>("ip").value).toBe("10.1.2.4");
  });

  it("an update failure without a message says 'Unable to Edit…'", async () => {
    const fail = () => {
      throw new Refusal("Internal", "");
    };
    const { open, user } = await renderFridge([], { answers: { [PATCH]: fail } });
    const dialog = await open("status");
    await user.selectOptions(dialog.getByLabelText("status"), "OFFLINE");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await dialog.findByText("Unable to Edit, Please check your internet and your permissions");
  });

  it("hours: the copy button copies Monday to Tuesday through Friday", async () => {
    const { open, user, called } = await renderFridge();
    const dialog = await open("hours");
    const monday = dialog.getByLabelText("Start Hours for Monday");
    await user.clear(monday);
    await user.type(monday, "08:00");
    await user.click(dialog.getByRole("button", { name: "Copy to Tue-Fri what Monday has" }));
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(called(PATCH)).toHaveLength(1));
    const { workHours } = called(PATCH)[0] as { workHours: Record<string, unknown> };
    expect(workHours).toMatchObject({ monday: [["08:00", "17:00"]], friday: [["08:00", "17:00"]], saturday: [] });
  });
});

describe("two people edit the same fridge", () => {
  async function collide(answers: ServerOptions["answers"] = {}) {
    const app = await renderFridge([], { answers });
    const dialog = await app.open("percentage");
    await app.user.type(dialog.getByLabelText("percentage"), "5");
    app.fridge.write({ percentage: "30" });
    await app.user.click(dialog.getByRole("button", { name: "Save" }));
    const conflict = within(await dialog.findByRole("alert", { name: "Conflict" }));
    return { ...app, conflict };
  }

  it("both values are shown and the person's own can be saved over the newer one", async () => {
    const { conflict, user, called } = await collide();
    conflict.getByText("30%");
    conflict.getByText("12.55%");
    await user.click(conflict.getByRole("button", { name: "Save your value" }));
    await screen.findByRole("button", { name: "Edit percentage: 12.55%" });
    expect(called(PATCH)).toEqual([
      { version: 3, percentage: "12.55" },
      { version: 4, percentage: "12.55" },
    ]);
  });

  it("is none where only another attribute was changed", async () => {
    const { open, user, called, fridge } = await renderFridge();
    const dialog = await open("percentage");
    await user.clear(dialog.getByLabelText("percentage"));
    await user.type(dialog.getByLabelText("percentage"), "20");
    fridge.write({ stop: 9 });
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await dialogIsGone();
    expect(called(PATCH)).toEqual([
      { version: 3, percentage: "20" },
      { version: 4, percentage: "20" },
    ]);
  });

  it("does not name oneself as the other person", async () => {
    const changes = [{ attribute: "percentage", from: '"12.5"', to: '"30"' }];
    const own = { id: "9", at: "2026-11-20T15:00:00Z", user: "admin@larder.example", event: "UPDATED", reason: null };
    const locationHistory = () => ({ items: [{ ...own, note: null, changes }], nextToken: null });
    const { conflict } = await collide({ locationHistory });
    await conflict.findByText(/^You changed it yourself, in another window or by a scheduled change, Fri, Nov 20/);
    expect(conflict.queryByText(/admin@larder\.example/)).toBeNull();
  });

  it("whose the newer value is, and since when, is said beside it", async () => {
    const changes = [{ attribute: "percentage", from: '"12.5"', to: '"30"' }];
    const by = { id: "9", at: "2026-11-20T15:00:00Z", user: "ann@larder.example", event: "UPDATED", reason: null };
    const locationHistory = () => ({ items: [{ ...by, changes }], nextToken: null });
    const { conflict } = await collide({ locationHistory });
    await conflict.findByText("Changed by ann@larder.example, Fri, Nov 20, 2026, 9:00 AM CST");
  });

  it("the newer value can be taken", async () => {
    const { conflict, user } = await collide();
    await user.click(conflict.getByRole("button", { name: "Take the newer value" }));
    await dialogIsGone();
    await screen.findByRole("button", { name: "Edit percentage: 30%" });
  });
});

describe("search-type fields accept only offered options", () => {
  it("otherwise Save is disabled", async () => {
    const { open, user, called } = await renderFridge();
    const dialog = await open("priceMapTemplate");
    const field = dialog.getByRole("combobox");
    await user.clear(field);
    await user.type(field, "PMT_NE");
    await dialog.findByText("Please select a valid option from the dropdown");
    expect(dialog.getByRole<HTMLButtonElement>("button", { name: "Save" }).disabled).toBe(true);
    await user.click(dialog.getByRole("option", { name: "PMT_NE_STANDARD" }));
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(called(PATCH)).toEqual([{ version: 3, priceMapTemplate: "PMT_NE_STANDARD" }]));
  });

  it("an option can be chosen by keys", async () => {
    const { open, user } = await renderFridge();
    const dialog = await open("layoutName");
    await user.clear(dialog.getByRole("combobox"));
    await user.type(dialog.getByRole("combobox"), "Ret{ArrowDown}{Enter}");
    expect(dialog.getByRole<HTMLInputElement>("combobox").value).toBe("Retail 52");
  });
});

describe("allocation", () => {
  it("if nothing changed the dialog simply closes", async () => {
    const { open, user, called } = await renderFridge();
    const dialog = await open("Ready for Allocation");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await dialogIsGone();
    expect(called(PATCH)).toEqual([]);
  });

  it("if prod changed a reason is required", async () => {
    const { open, user, called } = await renderFridge();
    const dialog = await open("Ready for Allocation");
    await user.selectOptions(dialog.getByLabelText("Ready for Allocation"), "Yes");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await dialog.findByText("Reason cannot be empty");
    await user.selectOptions(dialog.getByLabelText("Reason"), "Other");
    await user.type(dialog.getByLabelText("Other reason"), "New tenant");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await dialogIsGone();
    expect(called(PATCH)).toEqual([{ version: 3, prod: 1, updateReason: { prod: "New tenant" } }]);
  });

  it("a schedule is a pair of a prod change and an updateReason change sharing the same time", async () => {
    const { open, user, called } = await renderFridge();
    const dialog = await open("Ready for Allocation");
    await user.selectOptions(dialog.getByLabelText("Ready for Allocation"), "Yes");
    await user.selectOptions(dialog.getByLabelText("Reason"), "First Stocking");
    await user.click(dialog.getByRole("button", { name: "Schedule" }));
    await user.clear(dialog.getByLabelText("Date"));
    await user.type(dialog.getByLabelText("Date"), "2099-06-01");
    await user.clear(dialog.getByLabelText("Time (Central)"));
    await user.type(dialog.getByLabelText("Time (Central)"), "18:00");
    await user.click(dialog.getByRole("button", { name: "Schedule" }));
    await dialogIsGone();
    const same = { location: FRIDGE.id, dateTime: "2099-06-01T23:00:00.000Z" };
    expect(called("createScheduleChanges")).toEqual([
      {
        input: [
          { ...same, attribute: "prod", value: "1" },
          { ...same, attribute: "updateReason", value: '{"prod":"First Stocking"}' },
        ],
      },
    ]);
  });

  it("a past time is refused", async () => {
    const { open, user, called } = await renderFridge();
    const dialog = await open("percentage");
    await user.click(dialog.getByRole("button", { name: "Schedule" }));
    await user.clear(dialog.getByLabelText("Date"));
    await user.type(dialog.getByLabelText("Date"), "2020-01-01");
    await dialog.findByText("Choose a time in the future");
    await user.click(dialog.getByRole("button", { name: "Schedule" }));
    expect(called("createScheduleChanges")).toEqual([]);
  });
});

describe("the device address row can request generation of a new card-reader device address", () => {
  const LABEL = "Campus Card device address";

  it("Generate fills the field, and Save keeps it like any other value", async () => {
    const generateAprivaDeviceAddress = () => "50123456";
    const { open, user, called } = await renderFridge([], { answers: { generateAprivaDeviceAddress } });
    const dialog = await open(LABEL);
    await user.click(dialog.getByRole("button", { name: "Generate" }));
    await dialog.findByText("Generated. Save it to keep it.");
    expect(dialog.getByLabelText<HTMLInputElement>(LABEL).value).toBe("50123456");
    expect(called("generateAprivaDeviceAddress")).toEqual([{ input: { locationId: FRIDGE.id } }]);
    expect(called(PATCH)).toEqual([]);
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await dialogIsGone();
    expect(called(PATCH)).toEqual([{ version: 3, deviceAddress: "50123456" }]);
  });

  it.each([
    ["the server's message", new Refusal("NotFound", "There is no location FRIDGE_1"), "There is no location FRIDGE_1"],
    [
      "the spec's words where the service failed",
      new Refusal("Unavailable", "Larder is busy at the moment. Please try again."),
      "Unable to generate Apriva device address. Please check your internet and your permissions",
    ],
  ])("a failure says %s, and keeps what was typed", async (_, refusal, message) => {
    const generateAprivaDeviceAddress = () => {
      throw refusal;
    };
    const { open, user } = await renderFridge([], { answers: { generateAprivaDeviceAddress } });
    const dialog = await open(LABEL);
    await user.type(dialog.getByLabelText(LABEL), "typed");
    await user.click(dialog.getByRole("button", { name: "Generate" }));
    await dialog.findByText(message);
    expect(dialog.getByLabelText<HTMLInputElement>(LABEL).value).toBe("typed");
  });

  it("is disabled with the reason for who may not edit", async () => {
    const { open } = await renderFridge([], { profile: "read-only" });
    const dialog = await open(LABEL);
    expect(dialog.getByRole("button", { name: "Generate" }).title).toBe(
      "Your permissions do not include UpdateLocation",
    );
  });
});

describe("scheduled changes of a field", () => {
  it("a change that cannot be written is an error of its dialog, which keeps what was typed", async () => {
    const message =
      "percentage of FRIDGE_1 is already scheduled to become 5 at that time by ann@larder.example. Delete or edit that change first.";
    const createScheduleChanges = () => ({ created: [], failed: [{ position: 0, message }] });
    const { open, user } = await renderFridge([], { answers: { createScheduleChanges } });
    const dialog = await open("percentage");
    await user.clear(dialog.getByLabelText("percentage"));
    await user.type(dialog.getByLabelText("percentage"), "20");
    await user.click(dialog.getByRole("button", { name: "Schedule" }));
    await user.click(dialog.getByRole("button", { name: "Schedule" }));
    await dialog.findByText(message);
    expect(dialog.getByLabelText<HTMLInputElement>("percentage").value).toBe("20");
  });

  const template = scheduledChange("priceMapTemplate", "PMT_NE_STANDARD");

  it("'No Scheduled Changes' where there are none", async () => {
    const { open } = await renderFridge();
    (await open("percentage")).getByText("No Scheduled Changes");
  });

  it("a person who may not see them is not told that there are none", async () => {
    const readScheduleChange = () => {
      throw new Refusal("Forbidden", "Error! User Action Prohibited!");
    };
    const { open } = await renderFridge([], { answers: { readScheduleChange } });
    await (await open("percentage")).findByText("Your permissions do not include scheduled changes.");
  });

  it("are listed under 'Scheduled Changes:' with the time of the location's zone", async () => {
    const { open } = await renderFridge([template]);
    await screen.findByText("PMT_NE_STANDARD");
    const dialog = await open("priceMapTemplate");
    dialog.getByText("Scheduled Changes:");
    dialog.getByRole("button", { name: "PMT_NE_STANDARD Mon, Jun 1, 2099, 10:00 AM CDT" });
  });

  async function choose(change: ScheduleChange, options: ServerOptions = {}) {
    const app = await renderFridge([change], options);
    await app.user.click(await screen.findByRole("button", { name: /Jun 1, 2099/ }));
    return { ...app, prompt: within(screen.getByRole("dialog", { name: "How would you like to proceed?" })) };
  }

  it("Delete asks 'Are you sure want to delete this item?' first", async () => {
    const { prompt, user, called } = await choose(template);
    await user.click(prompt.getByRole("button", { name: "Delete" }));
    await screen.findByText("Are you sure want to delete this item?");
    expect(called("deleteScheduleChange")).toEqual([]);
    await user.click(
      within(screen.getByRole("dialog", { name: "Delete scheduled change" })).getByRole("button", { name: "Delete" }),
    );
    await dialogIsGone();
    expect(called("deleteScheduleChange")).toEqual([
      { input: { uuid: template.uuid, actionTime: template.actionTime } },
    ]);
  });

  it.each([
    ["it is scheduled again", "Schedule"],
    ["the dialog is closed", "Close"],
  ])("the notice that it was deleted disappears once %s", async (_, name) => {
    const { prompt, user } = await choose(template);
    await user.click(prompt.getByRole("button", { name: "Edit" }));
    const dialog = within(await screen.findByRole("dialog", { name: "priceMapTemplate" }));
    const notice = "The scheduled change was deleted. Schedule it again to keep it.";
    await screen.findByText(notice);
    await user.click(dialog.getByRole("button", { name }));
    await dialogIsGone();
    await waitFor(() => expect(screen.queryByText(notice)).toBeNull());
  });

  it("Edit deletes it and reopens the schedule dialog with its value", async () => {
    const { prompt, user, called } = await choose(template);
    await user.click(prompt.getByRole("button", { name: "Edit" }));
    const dialog = within(await screen.findByRole("dialog", { name: "priceMapTemplate" }));
    expect(called("deleteScheduleChange")).toHaveLength(1);
    expect(dialog.getByRole<HTMLInputElement>("combobox").value).toBe("PMT_NE_STANDARD");
    expect(dialog.getByLabelText<HTMLInputElement>("Date").value).toBe("2099-06-01");
    expect(dialog.getByLabelText<HTMLInputElement>("Time (Central)").value).toBe("10:00");
  });

  it("Edit is offered for search-type fields only", async () => {
    const { prompt } = await choose(scheduledChange("percentage", "5"));
    prompt.getByRole("button", { name: "Complete Now" });
    expect(prompt.queryByRole("button", { name: "Edit" })).toBeNull();
  });

  it("Complete Now is followed until the change is applied", async () => {
    const { prompt, user } = await choose(template);
    await user.click(prompt.getByRole("button", { name: "Complete Now" }));
    await screen.findByRole("button", { name: "Edit priceMapTemplate: PMT_NE_STANDARD" }, { timeout: 5000 });
    await screen.findByText("priceMapTemplate: the scheduled change was applied");
    expect(screen.queryByRole("button", { name: /2099/ })).toBeNull();
  }, 10_000);

  it("a failed change is shown with its reason and can be retried", async () => {
    const retry = () => [];
    const failed = { ...template, state: "FAILED" as const, failure: "Please select a valid option from the dropdown" };
    const { prompt, user, called } = await choose(failed, { answers: { retryScheduleChange: retry } });
    prompt.getByText("Failed: Please select a valid option from the dropdown");
    await user.click(prompt.getByRole("button", { name: "Retry" }));
    await waitFor(() => expect(called("retryScheduleChange")).toHaveLength(1));
  });
});

describe("history", () => {
  const entry = (id: string, rest: object) => ({
    id,
    at: "2026-11-20T15:00:00Z",
    user: "operations@larder.example",
    event: "UPDATED",
    changes: [],
    reason: null,
    ...rest,
  });
  const pages = {
    first: {
      items: [
        entry("2", {
          changes: [
            { attribute: "hours", from: '"24 Hours"', to: '"Mon-Fri 09:00 to 17:00; "' },
            { attribute: "prod", from: "0", to: "1" },
            { attribute: "workHours", from: "{}", to: "{}" },
          ],
          reason: "First Stocking",
        }),
      ],
      nextToken: "older",
    },
    older: {
      items: [
        entry("1", {
          event: "CREATED",
          changes: "abcdefghi".split("").map((attribute) => ({ attribute, from: null, to: "1" })),
        }),
      ],
      nextToken: null,
    },
  };

  it("tells who, when, what from, what to and why, a page at a time", async () => {
    const locationHistory = ({ nextToken }: { nextToken: string | null }) => (nextToken ? pages.older : pages.first);
    const { user } = await renderFridge([], { answers: { locationHistory } });
    const history = within(screen.getByRole("region", { name: "History" }));
    await history.findByText("operations@larder.example", { exact: false });
    expect(history.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      expect.stringContaining("Reason: First Stocking"),
      "hours: 24 Hours → Mon-Fri 09:00 to 17:00; Revert to 24 Hours",
      "Ready for Allocation: No → Yes",
    ]);
    history.getByText("Fri, Nov 20, 2026, 9:00 AM CST");
    await user.click(history.getByRole("button", { name: "Show older" }));
    await history.findByText("9 properties");
    expect(history.queryByRole("button", { name: "Show older" })).toBeNull();
  });

  it("'revert to this' is a normal edit, with its rules, its reason and its version", async () => {
    const locationHistory = () => ({
      items: [entry("1", { changes: [{ attribute: "reserve", from: "1", to: "0" }] })],
      nextToken: null,
    });
    const { user, called } = await renderFridge([], { answers: { locationHistory } });
    await user.click(await screen.findByRole("button", { name: "Revert to Yes: reserve" }));
    const dialog = within(screen.getByRole("dialog", { name: "reserve" }));
    expect(dialog.getByLabelText<HTMLSelectElement>("reserve").value).toBe("1");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await dialog.findByText("Reason cannot be empty");
    await user.selectOptions(dialog.getByLabelText("Reason"), "Customer requested to turn on");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await dialogIsGone();
    const updateReason = { reserve: "Customer requested to turn on" };
    expect(called(PATCH)).toEqual([{ version: 3, reserve: 1, updateReason }]);
  });
});

describe("a person who may only read", () => {
  it("sees why Save and Schedule are disabled", async () => {
    const { user, called } = await renderFridge([], { profile: "read-only" });
    await user.click(await screen.findByRole("button", { name: /^View percentage:/ }));
    const dialog = within(screen.getByRole("dialog", { name: "percentage" }));
    const save = dialog.getByRole("button", { name: "Save" });
    expect(save.getAttribute("aria-disabled")).toBe("true");
    expect(save.title).toBe("Your permissions do not include UpdateLocation");
    expect(dialog.getByRole("button", { name: "Schedule" }).title).toBe(
      "Your permissions do not include AddScheduledEvent",
    );
    await user.type(dialog.getByLabelText("percentage"), "1{Enter}");
    expect(called(PATCH)).toEqual([]);
  });
});
