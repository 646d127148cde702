import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { withoutNulls } from "../../../test/restResponses";
import { renderApp } from "../../../test/renderApp";
import { ServerError, type Handler, type ServerOptions } from "../../../test/server";
import type { ScheduleChange } from "../../api/schema";
import { FRIDGE, fridgeServer, scheduledChange } from "./fridge.fixture";

const PATH = `/locations/detail/${FRIDGE.id}`;
const PATCH = `PATCH /locations/${FRIDGE.id}`;

async function renderFridge(changes: readonly ScheduleChange[] = [], options: ServerOptions = {}) {
  const fridge = fridgeServer(changes);
  const app = renderApp(PATH, { ...options, handlers: { ...fridge.handlers, ...options.handlers } });
  await screen.findByRole("region", { name: "Place" });
  const open = async (label: string) => {
    await app.user.click(await screen.findByRole("button", { name: new RegExp(`^(Edit|View) ${label}:`) }));
    return within(screen.getByRole("dialog", { name: label }));
  };
  const inputsOf = (name: string) => app.server.calls.filter((call) => call.name === name).map((call) => call.input);
  return { ...app, fridge, open, inputsOf };
}

const renderHistory = (handlers: Record<string, Handler>) =>
  renderApp(`/locations/history/${FRIDGE.id}`, { handlers: { ...fridgeServer().handlers, ...handlers } });

const expectDialogClosed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

/** The names and the value of each property in a group. */
const propertiesOf = (group: string) =>
  within(screen.getByRole("region", { name: group }))
    .getAllByRole("term")
    .map((term) => [term.firstChild?.textContent, term.querySelector("code")?.textContent]);

describe("properties and their values (LOC-40 to LOC-45)", () => {
  it("shows the properties in groups, with the human name and the requirement's name", async () => {
    await renderFridge();
    const groups = {
      Place: [
        ["Pretty name", "prettyName"],
        ["Address", "address"],
        ["Directions", "directions"],
        ["Park-to-fridge instructions", "parkToFridgeInstructions"],
        ["Hours", "hours"],
        ["Access", "accessTo"],
        ["Time zone", "timeZone"],
        ["Latitude", "latitude"],
        ["Longitude", "longitude"],
        ["Vertical", "vertical"],
        ["COVID-19", "covid19"],
        ["Market", "market"],
        ["Account tier", "accountTier"],
        ["Opportunity name", "opportunityName"],
      ],
      Stocking: [
        ["Ready for Allocation", "prod"],
        ["Stocking schedule", "stockingSchedule"],
        ["Layout name", "layoutName"],
        ["Route", "route"],
        ["Stop", "stop"],
        ["Online date", "onlineDate"],
        ["Fulfillment center", "fulfillmentCenter"],
        ["Routing tag", "routingTag"],
      ],
      Selling: [
        ["Status", "status"],
        ["Public status", "publicStatus"],
        ["Reserve", "reserve"],
        ["Price map template", "priceMapTemplate"],
        ["Tax rate", "taxRate"],
        ["Percentage", "percentage"],
      ],
      Hardware: [
        ["Fridge model", "fridgeModel"],
        ["Fridge schema", "fridgeSchema"],
        ["Host name", "hostname"],
        ["IP address", "ip"],
      ],
      Payment: [
        ["Payment gateway", "paymentGateway"],
        ["Campus Card device address", "deviceAddress"],
        ["Serial port", "serialPort"],
      ],
      Holiday: [
        ["Holiday screen", "holidayScreenEnabled"],
        ["Holiday image", "holidayScreenFridgeSpecific"],
        ["Holiday screen start", "holidayScreenStartDate"],
        ["Holiday screen end", "holidayScreenEndDate"],
      ],
    };
    expect(Object.fromEntries(Object.keys(groups).map((group) => [group, propertiesOf(group)]))).toEqual(groups);
  });

  it("finds a property by its human name, the requirement's name or its value", async () => {
    const { user, router } = await renderFridge();
    const search = screen.getByRole("searchbox", { name: "Find a property" });
    for (const [text, group, title] of [
      ["tax rate", "Selling", "Tax rate"],
      ["taxrate", "Selling", "Tax rate"],
      ["prod", "Stocking", "Ready for Allocation"],
      ["willis tower -", "Place", "Opportunity name"],
    ] as const) {
      await user.clear(search);
      await user.type(search, text);
      expect(screen.getAllByRole("term").map((term) => term.firstChild?.textContent)).toContain(title);
      expect(propertiesOf(group)).toHaveLength(1);
      await waitFor(() => expect(new URLSearchParams(router.state.location.search).get("find")).toBe(text));
    }
  });

  it("shows a message if no property matches", async () => {
    const { user } = await renderFridge();
    await user.type(screen.getByRole("searchbox", { name: "Find a property" }), "xyz");
    expect(screen.getByText("No properties match “xyz”.")).toBeInTheDocument();
    expect(screen.queryByRole("term")).toBeNull();
  });

  it("opens the dialog of a link, and keeps the search when the dialog closes", async () => {
    const { router, user } = renderApp(`${PATH}?find=percent&edit=percentage`, { handlers: fridgeServer().handlers });
    await user.click(
      within(await screen.findByRole("dialog", { name: "percentage" })).getByRole("button", { name: "Close" }),
    );
    await expectDialogClosed();
    await waitFor(() => expect(router.state.location.search).toBe("?find=percent"));
  });

  it("closes the dialog on Back", async () => {
    const { open, router } = await renderFridge();
    await open("percentage");
    await act(() => router.navigate(-1));
    await expectDialogClosed();
  });

  it.each([
    ["Directions", FRIDGE.directions],
    ["Fridge model", FRIDGE.fridgeModel],
    ["Host name", FRIDGE.hostname],
    ["Payment gateway", "New card reader"],
    ["Pretty name", FRIDGE.prettyName],
    ["Market", FRIDGE.market],
    ["Fulfillment center", FRIDGE.fulfillmentCenter],
    ["Routing tag", FRIDGE.routingTag],
    ["Park-to-fridge instructions", FRIDGE.parkToFridgeInstructions],
    ["Account tier", FRIDGE.accountTier],
    ["Opportunity name", FRIDGE.opportunityName],
  ])("shows %s as read-only", async (label, value) => {
    await renderFridge();
    const term = screen.getByText(
      (_, element) => element?.tagName === "DT" && element.firstChild?.textContent === label,
    );
    const property = within(term.parentElement as HTMLElement);
    expect(property.queryByRole("button")).toBeNull();
    expect(property.getByRole("definition")).toHaveTextContent(value ?? "");
  });

  it("has the visible value in the name of each edit button", async () => {
    await renderFridge();
    const button = screen.getByRole("button", { name: "Edit percentage: 12.5%" });
    expect(button).toHaveTextContent(/^12\.5%$/);
  });

  it("redirects to the stored spelling of the id", async () => {
    const { router } = renderApp("/locations/detail/fridge_1?find=tax", { handlers: fridgeServer().handlers });
    await waitFor(() => expect(router.state.location.pathname).toBe(PATH));
    expect(router.state.location.search).toBe("?find=tax");
  });

  it("redirects to the list if the id is empty", async () => {
    const { router } = renderApp("/locations/detail/", { handlers: fridgeServer().handlers });
    await waitFor(() => expect(router.state.location.pathname).toBe("/locations/all"));
  });

  it.each(["detail", "overview", "history"])(
    "redirects /locations/%s to the list, which names the id, if the location does not exist (LOC-41)",
    async (screenName) => {
      const { router } = renderApp(`/locations/${screenName}/UNKNOWN`, { handlers: fridgeServer().handlers });
      await screen.findByText(/^There is no location UNKNOWN\./);
      expect(router.state.location.pathname).toBe("/locations/all");
    },
  );

  it("shows a load failure (LOC-41)", async () => {
    const handlers = {
      ...fridgeServer().handlers,
      location: () => {
        throw new ServerError("Internal", "");
      },
    };
    renderApp(PATH, { handlers });
    await screen.findByText("Unable to load this location, Please check your internet and your permissions");
  });

  it("shows a permission message without permission to view the location", async () => {
    renderApp(PATH, { profile: "no-permissions", handlers: fridgeServer().handlers });
    await screen.findByRole("heading", { name: "You don't have permission to view this location" });
  });
});

describe("editing (LOC-46, LOC-50 to LOC-55)", () => {
  it("saves the value with the version, reloads and shows 'Successfully updated'", async () => {
    const { open, user, inputsOf } = await renderFridge();
    const dialog = await open("percentage");
    await user.clear(dialog.getByLabelText("percentage"));
    await user.type(dialog.getByLabelText("percentage"), "20.75");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await screen.findByText("Successfully updated");
    await expectDialogClosed();
    expect(inputsOf(PATCH)).toEqual([{ version: 3, percentage: "20.75" }]);
    await screen.findByRole("button", { name: "Edit percentage: 20.75%" });
  });

  it("sends one request for a double click and Enter while saving", async () => {
    let respond: () => void = () => undefined;
    const slow = () => new Promise((resolve) => (respond = () => resolve(withoutNulls(FRIDGE))));
    const { open, user, inputsOf } = await renderFridge([], { handlers: { [PATCH]: slow } });
    const dialog = await open("percentage");
    await user.clear(dialog.getByLabelText("percentage"));
    await user.type(dialog.getByLabelText("percentage"), "20");
    await user.dblClick(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(dialog.getByRole("button", { name: /Saving…/ })).toBeDisabled());
    await user.click(dialog.getByRole("button", { name: /Saving…/ }));
    await user.type(dialog.getByLabelText("percentage"), "{Enter}{Enter}");
    respond();
    await expectDialogClosed();
    expect(inputsOf(PATCH)).toHaveLength(1);
  });

  it("sends one request for two simultaneous clicks", async () => {
    const { open, user, inputsOf } = await renderFridge();
    const dialog = await open("percentage");
    await user.clear(dialog.getByLabelText("percentage"));
    await user.type(dialog.getByLabelText("percentage"), "20");
    const save = dialog.getByRole("button", { name: "Save" });
    fireEvent.click(save);
    fireEvent.click(save);
    await expectDialogClosed();
    expect(inputsOf(PATCH)).toHaveLength(1);
  });

  it("treats a retry after a lost response as success", async () => {
    const server = fridgeServer();
    const store = server.handlers[PATCH] as (body: unknown) => unknown;
    let lost = false;
    const loseFirstResponse = (body: unknown) => {
      const stored = store(body);
      if (lost) return stored;
      lost = true;
      throw new ServerError("Unavailable", "");
    };
    const { open, user, inputsOf } = await renderFridge([], {
      handlers: { ...server.handlers, [PATCH]: loseFirstResponse },
    });
    const dialog = await open("percentage");
    await user.clear(dialog.getByLabelText("percentage"));
    await user.type(dialog.getByLabelText("percentage"), "20");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(inputsOf(PATCH)).toHaveLength(1));
    await user.click(await dialog.findByRole("button", { name: "Save" }));
    await expectDialogClosed();
    expect(dialog.queryByRole("alert", { name: "Conflict" })).toBeNull();
    expect(inputsOf(PATCH)).toEqual([
      { version: 3, percentage: "20" },
      { version: 3, percentage: "20" },
    ]);
  });

  it("rejects an empty required value that was never set", async () => {
    const server = fridgeServer();
    server.write({ ip: null });
    const { open, user, inputsOf } = await renderFridge([], { handlers: server.handlers });
    const dialog = await open("ip");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await dialog.findByText("ip cannot be empty");
    expect(inputsOf(PATCH)).toEqual([]);
  });

  it("discards the draft on Close", async () => {
    const { open, user, inputsOf } = await renderFridge();
    const dialog = await open("stop");
    await user.type(dialog.getByLabelText("stop"), "9");
    await user.click(dialog.getByRole("button", { name: "Close" }));
    const reopened = await open("stop");
    expect(reopened.getByLabelText<HTMLInputElement>("stop").value).toBe("4");
    expect(inputsOf(PATCH)).toEqual([]);
  });

  it("discards the draft on Escape without a question, and returns the focus to the row", async () => {
    const { open, user } = await renderFridge();
    const dialog = await open("stop");
    await user.type(dialog.getByLabelText("stop"), "9{Escape}");
    await expectDialogClosed();
    await waitFor(() => expect(screen.getByRole("button", { name: "Edit stop: 4" })).toHaveFocus());
  });

  it("removes an optional date, and rejects text that is no date", async () => {
    const server = fridgeServer();
    server.write({ holidayScreenStartDate: "2026-12-20" });
    const { open, user, inputsOf } = await renderFridge([], { handlers: server.handlers });
    const dialog = await open("holidayScreenStartDate");
    const field = dialog.getByLabelText("holidayScreenStartDate");
    expect(field).toHaveValue("12/20/2026");
    await user.clear(field);
    await user.type(field, "12/45/2026");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await dialog.findByText("holidayScreenStartDate should be a date in the format MM/dd/y");
    expect(inputsOf(PATCH)).toEqual([]);
    await user.clear(field);
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await expectDialogClosed();
    expect(inputsOf(PATCH)).toEqual([{ version: 4, holidayScreenStartDate: null }]);
  });

  it("edits street, city, state and zipCode together", async () => {
    const { open, user, inputsOf } = await renderFridge();
    const dialog = await open("address");
    await user.clear(dialog.getByLabelText(/^street/));
    await dialog.findByText("street cannot be empty");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    expect(inputsOf(PATCH)).toEqual([]);
    await user.type(dialog.getByLabelText(/^street/), "1 Main St");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await screen.findByRole("button", { name: "Edit address: 1 Main St, Chicago, IL 60606" });
    expect(inputsOf(PATCH)).toEqual([{ version: 3, address: { ...FRIDGE.address, street: "1 Main St" } }]);
  });

  it("validates while typing and sends no invalid value", async () => {
    const { open, user, inputsOf } = await renderFridge();
    const dialog = await open("latitude");
    await user.clear(dialog.getByLabelText("latitude"));
    await dialog.findByText("latitude cannot be empty");
    await user.type(dialog.getByLabelText("latitude"), "50");
    await dialog.findByText("latitude should be a number in the range of 28 to 49!");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    expect(inputsOf(PATCH)).toEqual([]);
  });

  it("shows the server's field error and keeps the draft", async () => {
    const reject = () => {
      throw new ServerError("Invalid", "IP Address invalid", {
        errors: [{ field: "ip", message: "IP Address invalid" }],
      });
    };
    const { open, user } = await renderFridge([], { handlers: { [PATCH]: reject } });
    const dialog = await open("ip");
    await user.clear(dialog.getByLabelText("ip"));
    await user.type(dialog.getByLabelText("ip"), "10.1.2.4");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await dialog.findByText("IP Address invalid");
    expect(dialog.getByLabelText<HTMLInputElement>("ip").value).toBe("10.1.2.4");
  });

  it("shows 'Unable to Edit…' if the server sends no message", async () => {
    const fail = () => {
      throw new ServerError("Internal", "");
    };
    const { open, user } = await renderFridge([], { handlers: { [PATCH]: fail } });
    const dialog = await open("status");
    await user.selectOptions(dialog.getByLabelText("status"), "OFFLINE");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await dialog.findByText("Unable to Edit, Please check your internet and your permissions");
  });

  it("copies the hours of Monday to Tuesday through Friday", async () => {
    const { open, user, inputsOf } = await renderFridge();
    const dialog = await open("hours");
    const monday = dialog.getByLabelText("Start Hours for Monday");
    await user.clear(monday);
    await user.type(monday, "08:00");
    await user.click(dialog.getByRole("button", { name: "Copy Monday to Tue–Fri" }));
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(inputsOf(PATCH)).toHaveLength(1));
    const { workHours } = inputsOf(PATCH)[0] as { workHours: Record<string, unknown> };
    expect(workHours).toMatchObject({ monday: [["08:00", "17:00"]], friday: [["08:00", "17:00"]], saturday: [] });
  });
});

describe("conflicting edits", () => {
  async function causeConflict(handlers: ServerOptions["handlers"] = {}) {
    const app = await renderFridge([], { handlers });
    const dialog = await app.open("percentage");
    await app.user.type(dialog.getByLabelText("percentage"), "5");
    app.fridge.write({ percentage: "30" });
    await app.user.click(dialog.getByRole("button", { name: "Save" }));
    const conflict = within(await dialog.findByRole("alert", { name: "Conflict" }));
    return { ...app, conflict };
  }

  it("shows both values and overwrites the saved value on request", async () => {
    const { conflict, user, inputsOf } = await causeConflict();
    conflict.getByText("30%");
    conflict.getByText("12.55%");
    await user.click(conflict.getByRole("button", { name: "Save your value" }));
    await screen.findByRole("button", { name: "Edit percentage: 12.55%" });
    expect(inputsOf(PATCH)).toEqual([
      { version: 3, percentage: "12.55" },
      { version: 4, percentage: "12.55" },
    ]);
  });

  it("retries without a conflict if only another attribute changed", async () => {
    const { open, user, inputsOf, fridge } = await renderFridge();
    const dialog = await open("percentage");
    await user.clear(dialog.getByLabelText("percentage"));
    await user.type(dialog.getByLabelText("percentage"), "20");
    fridge.write({ stop: 9 });
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await expectDialogClosed();
    expect(inputsOf(PATCH)).toEqual([
      { version: 3, percentage: "20" },
      { version: 4, percentage: "20" },
    ]);
  });

  it("does not name the user as the other editor", async () => {
    const changes = [{ attribute: "percentage", from: '"12.5"', to: '"30"' }];
    const own = { id: "9", at: "2026-11-20T15:00:00Z", user: "admin@larder.example", event: "UPDATED", reason: null };
    const locationHistory = () => ({ items: [{ ...own, note: null, changes }], nextToken: null });
    const { conflict } = await causeConflict({ locationHistory });
    await conflict.findByText(
      /^You changed it yourself, in another window or by a scheduled change, Fri, 11\/20\/2026/,
    );
    expect(conflict.queryByText(/admin@larder\.example/)).toBeNull();
  });

  it("shows who changed the value and when", async () => {
    const changes = [{ attribute: "percentage", from: '"12.5"', to: '"30"' }];
    const by = { id: "9", at: "2026-11-20T15:00:00Z", user: "ann@larder.example", event: "UPDATED", reason: null };
    const locationHistory = () => ({ items: [{ ...by, changes }], nextToken: null });
    const { conflict } = await causeConflict({ locationHistory });
    await conflict.findByText("Changed by ann@larder.example, Fri, 11/20/2026 9:00 AM CST");
  });

  it("keeps the saved value on request", async () => {
    const { conflict, user } = await causeConflict();
    await user.click(conflict.getByRole("button", { name: "Use the saved value" }));
    await expectDialogClosed();
    await screen.findByRole("button", { name: "Edit percentage: 30%" });
  });
});

describe("search fields (LOC-54)", () => {
  it("disables Save for a value that is not offered", async () => {
    const { open, user, inputsOf } = await renderFridge();
    const dialog = await open("priceMapTemplate");
    const field = dialog.getByRole("combobox");
    const save = dialog.getByRole<HTMLButtonElement>("button", { name: "Save" });
    await user.clear(field);
    await user.type(field, "PMT_NE");
    await dialog.findByText("Please select a valid option from the dropdown");
    expect(save).toHaveAttribute("aria-disabled", "true");
    expect(save).toHaveAccessibleDescription("Correct the value first");
    await user.click(dialog.getByRole("option", { name: "PMT_NE_STANDARD" }));
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(inputsOf(PATCH)).toEqual([{ version: 3, priceMapTemplate: "PMT_NE_STANDARD" }]));
  });

  it("selects an option with the keyboard", async () => {
    const { open, user } = await renderFridge();
    const dialog = await open("layoutName");
    await user.clear(dialog.getByRole("combobox"));
    await user.type(dialog.getByRole("combobox"), "Ret{ArrowDown}{Enter}");
    expect(dialog.getByRole<HTMLInputElement>("combobox").value).toBe("Retail 52");
  });
});

describe("allocation (LOC-60, LOC-61)", () => {
  it("closes the dialog if nothing changed", async () => {
    const { open, user, inputsOf } = await renderFridge();
    const dialog = await open("Ready for Allocation");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await expectDialogClosed();
    expect(inputsOf(PATCH)).toEqual([]);
  });

  it("requires a reason for a change of prod", async () => {
    const { open, user, inputsOf } = await renderFridge();
    const dialog = await open("Ready for Allocation");
    await user.selectOptions(dialog.getByLabelText("Ready for Allocation"), "Yes");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await dialog.findByText("Reason cannot be empty");
    await user.selectOptions(dialog.getByLabelText("Ready for Allocation"), "No");
    await waitFor(() => expect(dialog.queryByText("Reason cannot be empty")).toBeNull());
    await user.selectOptions(dialog.getByLabelText("Ready for Allocation"), "Yes");
    await user.selectOptions(dialog.getByLabelText("Reason"), "Other");
    await user.type(dialog.getByLabelText("Other reason"), "New tenant");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await expectDialogClosed();
    expect(inputsOf(PATCH)).toEqual([{ version: 3, prod: 1, updateReason: { prod: "New tenant" } }]);
  });

  it("schedules prod and updateReason at the same time", async () => {
    const { open, user, inputsOf } = await renderFridge();
    const dialog = await open("Ready for Allocation");
    await user.selectOptions(dialog.getByLabelText("Ready for Allocation"), "Yes");
    await user.selectOptions(dialog.getByLabelText("Reason"), "First Stocking");
    await user.click(dialog.getByRole("button", { name: "Schedule" }));
    await user.clear(dialog.getByLabelText("Date"));
    await user.type(dialog.getByLabelText("Date"), "2099-06-01");
    await user.clear(dialog.getByLabelText("Time (Central)"));
    await user.type(dialog.getByLabelText("Time (Central)"), "18:00");
    await user.click(dialog.getByRole("button", { name: "Schedule" }));
    await expectDialogClosed();
    const same = { location: FRIDGE.id, dateTime: "2099-06-01T23:00:00.000Z" };
    expect(inputsOf("createScheduleChanges")).toEqual([
      {
        input: [
          { ...same, attribute: "prod", value: "1" },
          { ...same, attribute: "updateReason", value: '{"prod":"First Stocking"}' },
        ],
      },
    ]);
  });

  it("requires a reason to schedule the current value", async () => {
    const { open, user } = await renderFridge();
    const dialog = await open("Ready for Allocation");
    await user.click(dialog.getByRole("button", { name: "Schedule" }));
    await dialog.findByText("Reason cannot be empty");
    expect(dialog.queryByLabelText("Date")).toBeNull();
    await user.selectOptions(dialog.getByLabelText("Reason"), "First Stocking");
    await waitFor(() => expect(dialog.queryByText("Reason cannot be empty")).toBeNull());
    await user.click(dialog.getByRole("button", { name: "Schedule" }));
    expect(dialog.getByLabelText("Date")).toHaveFocus();
  });

  it("shows the server's error of the time at the time until it changes", async () => {
    const message = "dateTime should be in the future";
    const createScheduleChanges = () => {
      throw new ServerError("Invalid", message, { errors: [{ field: "input.0.dateTime", message }] });
    };
    const { open, user } = await renderFridge([], { handlers: { createScheduleChanges } });
    const dialog = await open("percentage");
    await user.click(dialog.getByRole("button", { name: "Schedule" }));
    await user.click(dialog.getByRole("button", { name: "Schedule" }));
    await within(dialog.getByRole("group", { name: "When" })).findByText(message);
    await user.clear(dialog.getByLabelText("Date"));
    await user.type(dialog.getByLabelText("Date"), "6/1/2099");
    await waitFor(() => expect(dialog.queryByText(message)).toBeNull());
  });

  it("rejects a time in the past", async () => {
    const { open, user, inputsOf } = await renderFridge();
    const dialog = await open("percentage");
    await user.click(dialog.getByRole("button", { name: "Schedule" }));
    await user.clear(dialog.getByLabelText("Date"));
    await user.type(dialog.getByLabelText("Date"), "2020-01-01");
    await dialog.findByText("Choose a time in the future");
    await user.click(dialog.getByRole("button", { name: "Schedule" }));
    expect(inputsOf("createScheduleChanges")).toEqual([]);
    await user.clear(dialog.getByLabelText("Date"));
    await user.type(dialog.getByLabelText("Date"), "2099-06-01");
    await waitFor(() => expect(dialog.queryByText("Choose a time in the future")).toBeNull());
  });
});

describe("device address (LOC-70)", () => {
  const LABEL = "Campus Card device address";

  it("fills the field with a generated address, which can be saved", async () => {
    const generateAprivaDeviceAddress = () => "50123456";
    const { open, user, inputsOf } = await renderFridge([], { handlers: { generateAprivaDeviceAddress } });
    const dialog = await open(LABEL);
    await user.click(dialog.getByRole("button", { name: "Generate" }));
    await dialog.findByText("Generated. Save it to keep it.");
    expect(dialog.getByLabelText<HTMLInputElement>(LABEL).value).toBe("50123456");
    expect(inputsOf("generateAprivaDeviceAddress")).toEqual([{ input: { locationId: FRIDGE.id } }]);
    expect(inputsOf(PATCH)).toEqual([]);
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await expectDialogClosed();
    expect(inputsOf(PATCH)).toEqual([{ version: 3, deviceAddress: "50123456" }]);
  });

  it.each([
    [
      "the server's message",
      new ServerError("NotFound", "There is no location FRIDGE_1"),
      "There is no location FRIDGE_1",
    ],
    [
      "the default message if the service is unavailable",
      new ServerError("Unavailable", "Larder is busy at the moment. Please try again."),
      "Unable to generate Apriva device address. Please check your internet and your permissions",
    ],
  ])("shows %s on failure and keeps the entered value", async (_, serverError, message) => {
    const generateAprivaDeviceAddress = () => {
      throw serverError;
    };
    const { open, user } = await renderFridge([], { handlers: { generateAprivaDeviceAddress } });
    const dialog = await open(LABEL);
    await user.type(dialog.getByLabelText(LABEL), "typed");
    await user.click(dialog.getByRole("button", { name: "Generate" }));
    await dialog.findByText(message);
    expect(dialog.getByLabelText<HTMLInputElement>(LABEL).value).toBe("typed");
  });

  it("disables Generate with a reason without permission", async () => {
    const { open } = await renderFridge([], { profile: "read-only" });
    const dialog = await open(LABEL);
    expect(dialog.getByRole("button", { name: "Generate" }).title).toBe(
      "Your permissions do not include UpdateLocation",
    );
  });
});

describe("scheduled changes of a field", () => {
  it("shows why a change cannot be scheduled and keeps the draft", async () => {
    const message =
      "percentage of FRIDGE_1 is already scheduled to become 5 at that time by ann@larder.example. Delete or edit that change first.";
    const createScheduleChanges = () => ({ created: [], failed: [{ position: 0, message }] });
    const { open, user } = await renderFridge([], { handlers: { createScheduleChanges } });
    const dialog = await open("percentage");
    await user.clear(dialog.getByLabelText("percentage"));
    await user.type(dialog.getByLabelText("percentage"), "20");
    await user.click(dialog.getByRole("button", { name: "Schedule" }));
    await user.click(dialog.getByRole("button", { name: "Schedule" }));
    await dialog.findByText(message);
    expect(dialog.getByLabelText<HTMLInputElement>("percentage").value).toBe("20");
  });

  const template = scheduledChange("priceMapTemplate", "PMT_NE_STANDARD");

  it("shows 'No Scheduled Changes' if there are none", async () => {
    const { open } = await renderFridge();
    (await open("percentage")).getByText("No Scheduled Changes");
  });

  it("shows a permission message instead of 'No Scheduled Changes' without permission", async () => {
    const readScheduleChange = () => {
      throw new ServerError("Forbidden", "Error! User Action Prohibited!");
    };
    const { open } = await renderFridge([], { handlers: { readScheduleChange } });
    await (await open("percentage")).findByText("You don't have permission to view scheduled changes.");
  });

  it("lists scheduled changes in the location's time zone", async () => {
    const { open } = await renderFridge([template]);
    await screen.findByText("PMT_NE_STANDARD");
    const dialog = await open("priceMapTemplate");
    dialog.getByText("Scheduled Changes:");
    dialog.getByRole("button", { name: "PMT_NE_STANDARD Mon, 06/01/2099 10:00 AM CDT" });
  });

  async function openScheduledChange(change: ScheduleChange, options: ServerOptions = {}) {
    const app = await renderFridge([change], options);
    await app.user.click(await screen.findByRole("button", { name: /06\/01\/2099/ }));
    return { ...app, prompt: within(screen.getByRole("dialog", { name: "How would you like to proceed?" })) };
  }

  it("asks for confirmation before deleting", async () => {
    const { prompt, user, inputsOf } = await openScheduledChange(template);
    await user.click(prompt.getByRole("button", { name: "Delete" }));
    await screen.findByText("Are you sure want to delete this item?");
    expect(inputsOf("deleteScheduleChange")).toEqual([]);
    await user.click(
      within(screen.getByRole("dialog", { name: "Delete scheduled change" })).getByRole("button", { name: "Delete" }),
    );
    await expectDialogClosed();
    expect(inputsOf("deleteScheduleChange")).toEqual([
      { input: { uuid: template.uuid, actionTime: template.actionTime } },
    ]);
  });

  it.each([
    ["the change is scheduled again", "Schedule"],
    ["the dialog is closed", "Close"],
  ])("removes the deletion notice when %s", async (_, name) => {
    const { prompt, user } = await openScheduledChange(template);
    await user.click(prompt.getByRole("button", { name: "Edit" }));
    const dialog = within(await screen.findByRole("dialog", { name: "priceMapTemplate" }));
    const notice = "The scheduled change was deleted. Schedule it again to keep it.";
    await screen.findByText(notice);
    await user.click(dialog.getByRole("button", { name }));
    await expectDialogClosed();
    await waitFor(() => expect(screen.queryByText(notice)).toBeNull());
  });

  it("deletes the change on Edit and opens the schedule dialog with its value", async () => {
    const { prompt, user, inputsOf } = await openScheduledChange(template);
    await user.click(prompt.getByRole("button", { name: "Edit" }));
    const dialog = within(await screen.findByRole("dialog", { name: "priceMapTemplate" }));
    expect(inputsOf("deleteScheduleChange")).toHaveLength(1);
    expect(dialog.getByRole<HTMLInputElement>("combobox").value).toBe("PMT_NE_STANDARD");
    expect(dialog.getByLabelText<HTMLInputElement>("Date").value).toBe("06/01/2099");
    expect(dialog.getByLabelText<HTMLInputElement>("Time (Central)").value).toBe("10:00");
  });

  it("offers Edit only for search fields", async () => {
    const { prompt } = await openScheduledChange(scheduledChange("percentage", "5"));
    prompt.getByRole("button", { name: "Complete Now" });
    expect(prompt.queryByRole("button", { name: "Edit" })).toBeNull();
  });

  it("follows Complete Now until the change is applied", async () => {
    const { prompt, user } = await openScheduledChange(template);
    await user.click(prompt.getByRole("button", { name: "Complete Now" }));
    await screen.findByRole("button", { name: "Edit priceMapTemplate: PMT_NE_STANDARD" }, { timeout: 5000 });
    await screen.findByText("priceMapTemplate: scheduled change applied");
    expect(screen.queryByRole("button", { name: /2099/ })).toBeNull();
  }, 10_000);

  it("shows the reason of a failed change and retries it", async () => {
    const retry = () => [];
    const failed = { ...template, state: "FAILED" as const, failure: "Please select a valid option from the dropdown" };
    const { prompt, user, inputsOf } = await openScheduledChange(failed, { handlers: { retryScheduleChange: retry } });
    prompt.getByText("Failed: Please select a valid option from the dropdown");
    await user.click(prompt.getByRole("button", { name: "Retry" }));
    await waitFor(() => expect(inputsOf("retryScheduleChange")).toHaveLength(1));
  });
});

describe("history", () => {
  const entry = (id: string, overrides: object) => ({
    id,
    at: "2026-11-20T15:00:00Z",
    user: "operations@larder.example",
    event: "UPDATED",
    changes: [],
    reason: null,
    ...overrides,
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

  it("shows user, time, values and reason in pages", async () => {
    const locationHistory = ({ nextToken }: { nextToken: string | null }) => (nextToken ? pages.older : pages.first);
    const { user } = renderHistory({ locationHistory });
    const history = within(await screen.findByRole("region", { name: "History" }));
    await history.findByText("operations@larder.example", { exact: false });
    expect(history.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      expect.stringContaining("Reason: First Stocking"),
      "hours: 24 Hours → Mon-Fri 09:00 to 17:00; Revert to 24 Hours",
      "Ready for Allocation: No → Yes",
    ]);
    history.getByText("Fri, 11/20/2026 9:00 AM CST");
    await user.click(history.getByRole("button", { name: "Show older" }));
    await history.findByText("9 properties");
    expect(history.queryByRole("button", { name: "Show older" })).toBeNull();
  });

  it("reverts with a normal edit, including validation, reason and version", async () => {
    const locationHistory = () => ({
      items: [entry("1", { changes: [{ attribute: "reserve", from: "1", to: "0" }] })],
      nextToken: null,
    });
    const { user, server } = renderHistory({ locationHistory });
    await user.click(await screen.findByRole("button", { name: "Revert to Yes: reserve" }));
    const dialog = within(await screen.findByRole("dialog", { name: "reserve" }));
    expect(dialog.getByLabelText<HTMLSelectElement>("reserve").value).toBe("1");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await dialog.findByText("Reason cannot be empty");
    await user.selectOptions(dialog.getByLabelText("Reason"), "Customer requested to turn on");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await expectDialogClosed();
    const updateReason = { reserve: "Customer requested to turn on" };
    const edits = server.calls.filter(({ name }) => name === PATCH).map(({ input }) => input);
    expect(edits).toEqual([{ version: 3, reserve: 1, updateReason }]);
  });
});

describe("read-only user", () => {
  it("sees why Save and Schedule are disabled", async () => {
    const { user, inputsOf } = await renderFridge([], { profile: "read-only" });
    await user.click(await screen.findByRole("button", { name: /^View percentage:/ }));
    const dialog = within(screen.getByRole("dialog", { name: "percentage" }));
    const save = dialog.getByRole("button", { name: "Save" });
    expect(save.getAttribute("aria-disabled")).toBe("true");
    expect(save.title).toBe("Your permissions do not include UpdateLocation");
    expect(dialog.getByRole("button", { name: "Schedule" }).title).toBe(
      "Your permissions do not include AddScheduledEvent",
    );
    await user.type(dialog.getByLabelText("percentage"), "1{Enter}");
    expect(inputsOf(PATCH)).toEqual([]);
  });
});
