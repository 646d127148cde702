import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { crmRows, csvOf, goodRow } from "../../../test/customerRecords";
import { renderApp } from "../../../test/renderApp";
import { Refusal, type Answer } from "../../../test/server";
import type { Profile } from "../../../test/profiles";

const POST = "POST /locations";

// Nothing has a size here: without one no row would be in sight.
function giveRowsASize() {
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(45);
}

async function renderImport(answers: Record<string, Answer> = {}, profile: Profile = "admin", address = "") {
  giveRowsASize();
  const app = renderApp(`/locations/bulk_new${address}`, {
    profile,
    answers: {
      opsLocations: ({ nextToken }: { nextToken: string | null }) =>
        nextToken === null
          ? { locations: [{ id: "OTHER" }], nextToken: "second page" }
          : { locations: [{ id: "TAKEN_1" }], nextToken: null },
      getPriceMapTemplates: () => ["PMT_NE_STANDARD", "PMT_STANDARD"],
      [POST]: ({ id }: { id: string }) => ({ id }),
      ...answers,
    },
  });
  await screen.findByRole("heading", { name: "Import Locations" });
  return {
    ...app,
    choose: async (text: string, name = "records.csv") => {
      const input = await screen.findByLabelText("Customer records (CSV or .xlsx)");
      fireEvent.change(input, { target: { files: [new File([text], name)] } });
    },
    press: (name: string | RegExp) => app.user.click(screen.getByRole("button", { name })),
    sent: () => app.server.calls.filter(({ name }) => name === POST).map(({ input }) => (input as { id: string }).id),
    rowOf: async (id: string) =>
      (await screen.findByRole("rowheader", { name: id })).closest<HTMLElement>('[role="row"]')!,
  };
}

const idsShown = () =>
  within(screen.getByRole("table", { name: "Rows of the file" }))
    .getAllByRole("rowheader")
    .map(({ textContent }) => textContent);

const counts = (text: RegExp) => waitFor(() => expect(screen.getByRole("status")).toHaveTextContent(text));

describe("spec 2.4, bulk location import", () => {
  it("shows each row with its status and the reason of an invalid one, before anything is created", async () => {
    const { choose, rowOf, sent } = await renderImport();
    await choose(csvOf([goodRow("NEW_1"), goodRow("TAKEN_1"), { ...goodRow("NEW_2"), Business_Hours__c: "8-5" }]));
    await counts(/^3 rows: 1 valid, 2 invalid/);
    within(await rowOf("NEW_1")).getByText("Valid");
    const taken = within(await rowOf("TAKEN_1"));
    taken.getByText("Invalid");
    taken.getByText("There is already a location with the id TAKEN_1");
    within(await rowOf("NEW_2")).getByText("Business_Hours__c is '8-5', it must be '24 Hours'");
    expect(sent()).toEqual([]);
  });

  it("creates the valid rows, which leave the table; those that fail remain", async () => {
    const { choose, press, sent, rowOf } = await renderImport({
      [POST]: ({ id }: { id: string }) => {
        if (id === "NEW_2") throw new Refusal("Invalid", "zipCode cannot be empty", { errors: [] });
        return { id };
      },
    });
    await choose(csvOf([goodRow("NEW_1"), goodRow("NEW_2"), goodRow("TAKEN_1")]));
    await counts(/2 valid/);
    await press("Create new locations");
    await counts(/^2 rows: 0 valid, 1 invalid, 1 failed\. 1 created\./);
    expect(sent()).toEqual(["NEW_1", "NEW_2"]);
    expect(screen.queryByRole("rowheader", { name: "NEW_1" })).toBeNull();
    within(await rowOf("NEW_2")).getByText("zipCode cannot be empty");
  });

  it("says 'Uploading Locations…' with its progress while it works, and rows are pending", async () => {
    let answer = (): void => undefined;
    const { choose, press, rowOf } = await renderImport({
      [POST]: () =>
        new Promise((resolve) => {
          answer = () => resolve({ id: "NEW_1" });
        }),
    });
    await choose(csvOf([goodRow("NEW_1")]));
    await counts(/1 valid/);
    await press("Create new locations");
    await screen.findByText("Uploading Locations…");
    expect(screen.getByRole("progressbar", { name: "Upload" })).toHaveAttribute("max", "1");
    within(await rowOf("NEW_1")).getByText("Pending");
    answer();
    await screen.findByText("The location of the file was created");
  });

  it("what failed can be retried alone", async () => {
    let failing = true;
    const { choose, press, sent } = await renderImport({
      [POST]: ({ id }: { id: string }) => {
        if (failing && id === "NEW_2") throw new Refusal("Conflict", "Busy");
        return { id };
      },
    });
    await choose(csvOf([goodRow("NEW_1"), goodRow("NEW_2")]));
    await counts(/2 valid/);
    await press("Create new locations");
    await counts(/1 failed/);
    failing = false;
    await press("Retry 1 failed row");
    await screen.findByText("All 2 locations of the file were created");
    expect(sent()).toEqual(["NEW_1", "NEW_2", "NEW_2"]);
  });

  it("groups what is wrong by its repair, with counts that filter the rows", async () => {
    const { choose, user, router } = await renderImport();
    await choose(csvOf([...crmRows("NEW", 2, 22), goodRow("TAKEN_1")]));
    await counts(/^25 rows: 2 valid, 23 invalid/);
    const repairs = within(screen.getByRole("region", { name: "What to repair" }));
    await user.click(repairs.getByRole("button", { name: /^2 ?Only fridges that are open 24 hours can be imported/ }));
    expect(idsShown()).toHaveLength(2);
    expect(router.state.location.search).toContain("repair=");
  });

  it("filters by status and text, in the address", async () => {
    const { choose, router, user } = await renderImport({}, "admin", "?status=invalid");
    await choose(csvOf([goodRow("NEW_1"), goodRow("NEW_2"), goodRow("TAKEN_1")]));
    await counts(/2 valid/);
    expect(idsShown()).toEqual(["TAKEN_1"]);
    fireEvent.change(screen.getByLabelText("Status"), { target: { value: "valid" } });
    fireEvent.change(screen.getByLabelText("Filter rows"), { target: { value: "new_2" } });
    await waitFor(() => expect(idsShown()).toHaveLength(1));
    await waitFor(() => expect(router.state.location.search).toBe("?status=valid&find=new_2"));
    fireEvent.change(screen.getByLabelText("Filter rows"), { target: { value: "nobody" } });
    await screen.findByText("No row matches the filters");
    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    expect(idsShown()).toHaveLength(3);
  });

  it("sorts by its headers", async () => {
    const { choose, user } = await renderImport();
    await choose(csvOf([goodRow("B_1"), goodRow("A_1"), goodRow("C_1")]));
    await counts(/3 valid/);
    const ids = () => idsShown();
    await user.click(screen.getByRole("button", { name: "Id" }));
    expect(ids()).toEqual(["A_1", "B_1", "C_1"]);
    await user.click(screen.getByRole("button", { name: /^Id/ }));
    expect(ids()).toEqual(["C_1", "B_1", "A_1"]);
    expect(screen.getByRole("columnheader", { name: /^Id/ })).toHaveAttribute("aria-sort", "descending");
  });

  it("a file that cannot be taken says why", async () => {
    const { choose } = await renderImport();
    await choose("id,route,stop\nA,b,1\n");
    await screen.findByText(/^This is no export of the customer records\. Columns that are missing: POS_NAME__c, /);
  });

  it("needs to know what exists: a failure to load it is told, and can be retried", async () => {
    let failing = true;
    const { choose, press } = await renderImport({
      opsLocations: () => {
        if (failing) throw new Refusal("Internal", "");
        return { locations: [], nextToken: null };
      },
    });
    await choose(csvOf([goodRow("NEW_1")]));
    await screen.findByText("Unable to load locations, Please check your internet and your permissions");
    failing = false;
    await press("Retry");
    await counts(/1 valid/);
  });

  it("only who may create locations may import them", async () => {
    await renderImport({}, "read-only");
    await screen.findByText("Your permissions do not let you import locations");
  });
});

describe("an answer that was lost", () => {
  it("is no false failure: a location as it was sent, created by this person, counts as created", async () => {
    const message = "There is already a location with the id NEW_1";
    let attempts = 0;
    let sent: Record<string, unknown> = {};
    const { choose, press } = await renderImport({
      [POST]: (body: Record<string, unknown>) => {
        attempts += 1;
        sent = body;
        if (attempts === 1) throw new Refusal("Internal", "");
        throw new Refusal("Invalid", message, { errors: [{ field: "id", message }] });
      },
      location: () => ({
        ...sent,
        version: 1,
        hours: "24 Hours",
        address: { street: sent.street, city: sent.city, state: sent.state, zipCode: sent.zipCode },
      }),
      locationHistory: () => ({ items: [{ event: "CREATED", user: "admin@larder.example" }], nextToken: null }),
    });
    await choose(csvOf([goodRow("NEW_1")]));
    await counts(/1 valid/);
    await press("Create new locations");
    await screen.findByText("The location of the file was created");
  });

  it("is a failure where the location is somebody else's", async () => {
    const message = "There is already a location with the id NEW_1";
    let attempts = 0;
    let sent: Record<string, unknown> = {};
    const { choose, press, rowOf } = await renderImport({
      [POST]: (body: Record<string, unknown>) => {
        attempts += 1;
        sent = body;
        if (attempts === 1) throw new Refusal("Internal", "");
        throw new Refusal("Invalid", message, { errors: [{ field: "id", message }] });
      },
      location: () => ({
        ...sent,
        version: 1,
        hours: "24 Hours",
        address: { street: sent.street, city: sent.city, state: sent.state, zipCode: sent.zipCode },
      }),
      locationHistory: () => ({ items: [{ event: "CREATED", user: "somebody@larder.example" }], nextToken: null }),
    });
    await choose(csvOf([goodRow("NEW_1")]));
    await counts(/1 valid/);
    await press("Create new locations");
    await counts(/1 failed/);
    within(await rowOf("NEW_1")).getByText(message);
  });
});

describe("leaving while working", () => {
  it("asks first", async () => {
    const { choose, press, user, router } = await renderImport({ [POST]: () => new Promise(() => undefined) });
    await choose(csvOf([goodRow("NEW_1")]));
    await counts(/1 valid/);
    await press("Create new locations");
    await screen.findByText("Uploading Locations…");
    await user.click(screen.getByRole("link", { name: "Add one fridge by the form" }));
    const dialog = await screen.findByRole("dialog", { name: "Leave while locations are uploaded?" });
    await user.click(within(dialog).getByRole("button", { name: "Stay" }));
    expect(router.state.location.pathname).toBe("/locations/bulk_new");
  });
});
