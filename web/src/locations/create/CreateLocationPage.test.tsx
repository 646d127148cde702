import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { renderApp } from "../../../test/renderApp";
import { ServerError, type Handler } from "../../../test/server";
import type { Profile } from "../../../test/profiles";
import { CONNECTION_HANDLERS } from "../../connections/connection.fixture";
import { FRIDGE } from "../detail/fridge.fixture";

const POST = "POST /locations";

const NAMES: Record<string, Handler> = {
  getPlanogramNames: () => ["CHI_SUMMER"],
  getPriceMapTemplates: () => ["PMT_NE_STANDARD", "PMT_STANDARD"],
  getFridgeSchemasTemplates: () => ["NE_STANDARD"],
};

async function renderForm(handlers: Record<string, Handler> = {}, profile: Profile = "admin") {
  const stored = { ...FRIDGE, id: "NEW_1" };
  const app = renderApp("/locations/new", {
    profile,
    handlers: {
      ...NAMES,
      [POST]: () => ({ id: "NEW_1" }),
      location: () => stored,
      locationHistory: () => ({ items: [], nextToken: null }),
      ...CONNECTION_HANDLERS,
      fridgeHealth: () => ({ fridgeData: [] }),
      fridgeAlerts: () => ({ items: [], nextToken: null }),
      readScheduleChange: () => [],
      ...handlers,
    },
  });
  await screen.findByRole("button", { name: "Create" });
  const label = (name: string) =>
    screen.getByLabelText<HTMLInputElement | HTMLSelectElement>(new RegExp(`^${name}( \\*)?$`));
  const fill = (name: string, value: string) => fireEvent.change(label(name), { target: { value } });
  return {
    ...app,
    label,
    fill,
    leaveField: (name: string) => fireEvent.blur(label(name)),
    fillRequired: () => {
      for (const [name, value] of Object.entries(REQUIRED)) fill(name, value);
    },
    create: () => app.user.click(screen.getByRole("button", { name: "Create" })),
    sent: () => app.server.calls.filter(({ name }) => name === POST).map(({ input }) => input),
  };
}

const REQUIRED = {
  id: "NEW_1",
  prettyName: "Willis Tower",
  directions: "Lobby, left of the elevators",
  street: "233 S Wacker Dr",
  city: "Chicago",
  zipCode: "60606",
  latitude: "41.8789",
  longitude: "-87.6359",
  onlineDate: "2026-12-01",
  layoutName: "Default",
};

describe("form defaults (LOC-23)", () => {
  it("has the specified values", async () => {
    const { label } = await renderForm();
    const defaults = {
      accessTo: "Private",
      state: "IL",
      fridgeSchema: "MW_STANDARD/latest",
      holidayScreenEnabled: "0",
      holidayScreenFridgeSpecific: "0",
      percentage: "0",
      priceMapTemplate: "PMT_STANDARD",
      "Ready for allocation": "0",
      publicStatus: "OFFLINE",
      "Mobile Ordering": "0",
      status: "OFFLINE",
      stop: "0",
      taxRate: "2.25",
      timeZone: "CHICAGO",
      vertical: "Office",
      layoutName: "",
    };
    expect(Object.fromEntries(Object.keys(defaults).map((name) => [name, label(name).value]))).toEqual(defaults);
  });

  it("defaults to 24 hours and stocking from Monday to Friday", async () => {
    await renderForm();
    expect(screen.getByLabelText("Yes")).toBeChecked();
    const checked = screen.getAllByRole<HTMLInputElement>("checkbox").map(({ checked }) => checked);
    expect(checked).toEqual([true, true, true, true, true, false, false]);
  });

  it("offers the Central, Eastern, Mountain and Pacific time zones", async () => {
    const { label } = await renderForm();
    const options = within(label("timeZone")).getAllByRole("option");
    expect(options.map(({ textContent }) => textContent)).toEqual(["Central", "Eastern", "Mountain", "Pacific"]);
  });
});

describe("create form (LOC-20, LOC-27)", () => {
  it("sends the form without empty fields and opens the new location", async () => {
    const { fillRequired, create, sent, router } = await renderForm();
    fillRequired();
    await create();
    await waitFor(() => expect(router.state.location.pathname).toBe("/locations/detail/NEW_1"));
    const day = [["00:00", "23:59"]];
    expect(sent()).toEqual([
      {
        ...REQUIRED,
        layoutName: "dummy",
        accessTo: "Private",
        state: "IL",
        fridgeSchema: "MW_STANDARD/latest",
        holidayScreenEnabled: "0",
        holidayScreenFridgeSpecific: "0",
        percentage: "0",
        priceMapTemplate: "PMT_STANDARD",
        prod: "0",
        publicStatus: "OFFLINE",
        reserve: "0",
        status: "OFFLINE",
        stop: "0",
        taxRate: "2.25",
        timeZone: "CHICAGO",
        vertical: "Office",
        stockingSchedule: { monday: 1, tuesday: 1, wednesday: 1, thursday: 1, friday: 1, saturday: 0, sunday: 0 },
        workHours: {
          monday: day,
          tuesday: day,
          wednesday: day,
          thursday: day,
          friday: day,
          saturday: day,
          sunday: day,
        },
      },
    ]);
  });

  it.each([
    ["layoutName", "getPlanogramNames", "Unable to load Layout names, Please check your internet and your permissions"],
    [
      "priceMapTemplate",
      "getPriceMapTemplates",
      "Unable to load Price map templates, Please check your internet and your permissions",
    ],
    [
      "fridgeSchema",
      "getFridgeSchemasTemplates",
      "Unable to load Fridge Schema templates, Please check your internet and your permissions",
    ],
  ])("shows a failure to load the names of %s and retries", async (_name, operation, message) => {
    let failing = true;
    const { user } = await renderForm({
      [operation]: () => {
        if (failing) throw new ServerError("Internal", "");
        return ["LATER"];
      },
    });
    await screen.findByText(message);
    failing = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await waitFor(() => expect(screen.queryByText(message)).toBeNull());
  });

  it("shows a permission message without CreateLocation", async () => {
    renderApp("/locations/new", { profile: "read-only", handlers: NAMES });
    await screen.findByText("You don't have permission to create locations");
    expect(screen.queryByRole("button", { name: "Create" })).toBeNull();
  });
});

describe("validation", () => {
  it("shows errors of a field after it was touched, then while typing", async () => {
    const { fill, leaveField } = await renderForm();
    fill("latitude", "50");
    expect(screen.queryByText(/^latitude should/)).toBeNull();
    leaveField("latitude");
    await screen.findByText("latitude should be a number in the range of 28 to 49!");
    fill("latitude", "41");
    await screen.findByText("latitude should have 1 to 7 decimals");
    fill("latitude", "41.5");
    await waitFor(() => expect(screen.queryByText(/^latitude should/)).toBeNull());
    expect(screen.queryByText("longitude cannot be empty")).toBeNull();
  });

  it("shows the error of a left field after the click on a button below it", async () => {
    const { user, label } = await renderForm();
    await user.click(label("latitude"));
    const button = screen.getByRole("button", { name: "Create" });
    await user.pointer({ keys: "[MouseLeft>]", target: button });
    expect(label("latitude")).not.toHaveFocus();
    expect(screen.queryByText("latitude cannot be empty")).toBeNull();
    await user.pointer({ keys: "[/MouseLeft]", target: button });
    expect((await screen.findAllByText("latitude cannot be empty")).length).toBeGreaterThan(0);
  });

  it("shows an error summary with links to the fields and sends nothing", async () => {
    const { create, sent, user, label } = await renderForm();
    await create();
    const summary = await screen.findByRole("region", { name: "10 fields need your attention" });
    expect(summary).toHaveFocus();
    await user.click(within(summary).getByRole("link", { name: "zipCode cannot be empty" }));
    expect(label("zipCode")).toHaveFocus();
    expect(sent()).toEqual([]);
  });

  it("rejects text that is no date", async () => {
    const { fillRequired, fill, create, sent } = await renderForm();
    fillRequired();
    fill("onlineDate", "12/45/2026");
    await create();
    const summary = await screen.findByRole("region", { name: "One field needs your attention" });
    within(summary).getByRole("link", { name: "onlineDate should be a date in the format YYYY-MM-DD" });
    expect(sent()).toEqual([]);
  });

  it("accepts only offered names", async () => {
    const { fill, leaveField } = await renderForm();
    fill("priceMapTemplate", "PMT_UNKNOWN");
    leaveField("priceMapTemplate");
    await screen.findByText("Please select a valid option from the dropdown");
    fill("priceMapTemplate", "PMT_NE_STANDARD");
    await waitFor(() => expect(screen.queryByText("Please select a valid option from the dropdown")).toBeNull());
  });

  it("requires start and end times for every day unless open 24 hours (LOC-26)", async () => {
    const { user, fillRequired, create, sent, router } = await renderForm();
    fillRequired();
    await user.click(screen.getByLabelText("No"));
    const start = screen.getByLabelText("Start Hours for Monday");
    fireEvent.change(start, { target: { value: "08:00" } });
    expect(screen.getByLabelText("End Hours for Monday")).toHaveAttribute("min", "08:00");
    fireEvent.change(screen.getByLabelText("End Hours for Monday"), { target: { value: "17:00" } });
    await user.click(screen.getByRole("button", { name: "Copy Monday to Tue–Fri" }));
    await create();
    await screen.findByText("Saturday needs a from and a to time");
    await screen.findByText("Sunday needs a from and a to time");
    expect(sent()).toEqual([]);
    for (const day of ["Saturday", "Sunday"]) {
      fireEvent.change(screen.getByLabelText(`Start Hours for ${day}`), { target: { value: "09:00" } });
      fireEvent.change(screen.getByLabelText(`End Hours for ${day}`), { target: { value: "12:00" } });
    }
    await create();
    await waitFor(() => expect(router.state.location.pathname).toBe("/locations/detail/NEW_1"));
    expect(sent()[0]).toMatchObject({ workHours: { friday: [["08:00", "17:00"]], sunday: [["09:00", "12:00"]] } });
  });

  it("sets taxRate for states with a tax rate (LOC-24)", async () => {
    const { fill, label } = await renderForm();
    fill("state", "WI");
    expect(label("taxRate")).toHaveValue("0");
    fill("taxRate", "5.5");
    fill("state", "CA");
    expect(label("taxRate")).toHaveValue("5.5");
    fill("state", "NJ");
    expect(label("taxRate")).toHaveValue("2.25");
  });

  it("forces the stocking schedule of NEWYORK (LOC-25)", async () => {
    const { fill, fillRequired, create, sent } = await renderForm();
    fillRequired();
    fill("timeZone", "NEWYORK");
    const days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
    const boxes = days.map((day) => screen.getByRole<HTMLInputElement>("checkbox", { name: day }));
    expect(boxes.map(({ checked }) => checked)).toEqual([false, true, false, true, false, false, true]);
    expect(boxes.map(({ disabled }) => disabled)).toEqual([true, false, true, false, true, false, true]);
    fill("timeZone", "CHICAGO");
    expect(boxes.map(({ checked }) => checked)).toEqual([true, true, true, true, true, false, false]);
    fill("timeZone", "NEWYORK");
    await create();
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]).toMatchObject({
      timeZone: "NEWYORK",
      stockingSchedule: { monday: 0, tuesday: 1, wednesday: 0, thursday: 1, friday: 0, saturday: 0, sunday: 1 },
    });
  });
});

describe("create failure (LOC-29)", () => {
  it("shows the server's field error at the field and keeps the entries", async () => {
    const taken = { field: "id", message: "There is already a location with the id NEW_1" };
    const { fillRequired, create, label, router } = await renderForm({
      [POST]: () => {
        throw new ServerError("Invalid", taken.message, { errors: [taken] });
      },
    });
    fillRequired();
    await create();
    await waitFor(() => expect(label("id")).toHaveAccessibleDescription(expect.stringContaining(taken.message)));
    expect(screen.getByRole("region", { name: "One field needs your attention" })).toHaveFocus();
    expect(label("prettyName")).toHaveValue("Willis Tower");
    expect(router.state.location.pathname).toBe("/locations/new");
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  it.each([
    [
      "the server's message",
      new ServerError("Forbidden", "Error! User Action Prohibited!"),
      "Error! User Action Prohibited!",
    ],
    [
      "a default message if the server sends none",
      new ServerError("Internal", ""),
      "Unable to Submit new location, Check your internet and your permissions",
    ],
    [
      "an error of an unknown field",
      new ServerError("Invalid", "x", {
        errors: [{ field: "color", message: "color is not a field of a new location" }],
      }),
      "color is not a field of a new location",
    ],
  ])("shows %s in an alert dialog with a Close button", async (_name, serverError, message) => {
    const { fillRequired, create, user } = await renderForm({
      [POST]: () => {
        throw serverError;
      },
    });
    fillRequired();
    await create();
    const dialog = await screen.findByRole("alertdialog");
    within(dialog).getByText(message);
    await user.click(within(dialog).getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  it("treats a retry after a lost response as success", async () => {
    let attempts = 0;
    const message = "There is already a location with the id NEW_1";
    const stored = {
      ...FRIDGE,
      ...{ id: "NEW_1", version: 1, prettyName: REQUIRED.prettyName, directions: REQUIRED.directions, prod: 0 },
      address: { street: REQUIRED.street, city: REQUIRED.city, state: "IL", zipCode: REQUIRED.zipCode },
      ...{ latitude: REQUIRED.latitude, longitude: REQUIRED.longitude, onlineDate: REQUIRED.onlineDate },
      ...{ layoutName: "dummy", accessTo: "Private", fridgeSchema: "MW_STANDARD/latest", percentage: "0" },
      ...{ priceMapTemplate: "PMT_STANDARD", publicStatus: "OFFLINE", status: "OFFLINE", reserve: 0, stop: 0 },
      ...{ holidayScreenEnabled: 0, holidayScreenFridgeSpecific: 0, taxRate: "2.25", timeZone: "CHICAGO" },
      ...{ vertical: "Office", hours: "24 Hours", route: null, baseCommission: null },
      stockingSchedule: { monday: 1, tuesday: 1, wednesday: 1, thursday: 1, friday: 1, saturday: 0, sunday: 0 },
    };
    const { fillRequired, create, user, router } = await renderForm({
      [POST]: () => {
        attempts += 1;
        if (attempts === 1) throw new ServerError("Unavailable", "");
        throw new ServerError("Invalid", message, { errors: [{ field: "id", message }] });
      },
      location: () => stored,
      locationHistory: () => ({
        items: [
          {
            id: "NEW_1",
            at: "2026-11-21T10:00:00Z",
            user: "admin@larder.example",
            event: "CREATED",
            changes: [],
            reason: null,
          },
        ],
        nextToken: null,
      }),
    });
    fillRequired();
    await create();
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Close" }));
    await create();
    await waitFor(() => expect(router.state.location.pathname).toBe("/locations/detail/NEW_1"));
  });
});

describe("leaving with unsaved changes", () => {
  it("asks for confirmation and stays on Stay", async () => {
    const { fill, user, router } = await renderForm();
    fill("id", "HALF");
    await user.click(screen.getByRole("link", { name: /Import many/ }));
    const dialog = await screen.findByRole("dialog", { name: "Leave without creating the location?" });
    await user.click(within(dialog).getByRole("button", { name: "Stay" }));
    expect(router.state.location.pathname).toBe("/locations/new");
    await user.click(screen.getByRole("link", { name: /Import many/ }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Leave" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/locations/bulk_new"));
  });

  it("blocks closing the page only after changes", async () => {
    const { fill } = await renderForm();
    const closing = () => {
      const event = new Event("beforeunload", { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(closing()).toBe(false);
    fill("id", "HALF");
    await waitFor(() => expect(closing()).toBe(true));
  });

  it("does not ask without changes", async () => {
    const { user, router } = await renderForm();
    await user.click(screen.getByRole("link", { name: /Import many/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/locations/bulk_new"));
  });
});
