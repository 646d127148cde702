import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { crmRows, csvOf, validRow } from "../../../test/customerRecords";
import { FRIDGE } from "../detail/fridge.fixture";
import { storedLocation } from "../../../test/mock/storedLocation";
import { renderApp } from "../../../test/renderApp";
import { ServerError, type Handler } from "../../../test/server";
import type { Profile } from "../../../test/profiles";
import { stubWorkers } from "../../../test/worker";
import { serveCheck } from "../../uploads/checkWorker";
import { importCheck } from "./importCheck";

const POST = "POST /locations";

// Without a height no row would be visible.
function stubRowHeight() {
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(45);
}

async function renderImport(handlers: Record<string, Handler> = {}, profile: Profile = "admin", address = "") {
  stubRowHeight();
  stubWorkers({ "import.worker.ts": (scope) => serveCheck(importCheck, scope as never) });
  const app = renderApp(`/locations/bulk_new${address}`, {
    profile,
    handlers: {
      opsLocations: ({ nextToken }: { nextToken: string | null }) =>
        nextToken === null
          ? { locations: [{ id: "OTHER", type: "FRIDGE" }], nextToken: "second page" }
          : { locations: [{ id: "TAKEN_1", type: "FRIDGE" }], nextToken: null },
      getPriceMapTemplates: () => ["PMT_NE_STANDARD", "PMT_STANDARD"],
      [POST]: ({ id }: { id: string }) => ({ id }),
      ...handlers,
    },
  });
  await screen.findByRole("heading", { name: "Import Locations" });
  return {
    ...app,
    selectFile: async (text: string, name = "records.csv") => {
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
  within(screen.getByRole("table", { name: "Rows in the file" }))
    .getAllByRole("rowheader")
    .map(({ textContent }) => textContent);

const expectCounts = (text: RegExp) => waitFor(() => expect(screen.getByRole("status")).toHaveTextContent(text));

describe("location import (LOC-30 to LOC-34)", () => {
  it("shows the status and issues of each row before anything is created", async () => {
    const { selectFile, rowOf, sent } = await renderImport();
    await selectFile(
      csvOf([validRow("NEW_1"), validRow("TAKEN_1"), { ...validRow("NEW_2"), Business_Hours__c: "8-5" }]),
    );
    await expectCounts(/^3 rows: 1 valid, 2 invalid/);
    within(await rowOf("NEW_1")).getByText("Valid");
    const taken = within(await rowOf("TAKEN_1"));
    taken.getByText("Invalid");
    taken.getByText("There is already a location with the id TAKEN_1");
    within(await rowOf("NEW_2")).getByText("Business_Hours__c is '8-5' but must be '24 Hours'");
    expect(sent()).toEqual([]);
  });

  it("creates the valid rows and removes them; failed rows stay", async () => {
    const { selectFile, press, sent, rowOf } = await renderImport({
      [POST]: ({ id }: { id: string }) => {
        if (id === "NEW_2") throw new ServerError("Invalid", "zipCode cannot be empty", { errors: [] });
        return { id };
      },
    });
    await selectFile(csvOf([validRow("NEW_1"), validRow("NEW_2"), validRow("TAKEN_1")]));
    await expectCounts(/2 valid/);
    await press("Create new locations");
    await expectCounts(/^2 rows: 0 valid, 1 invalid, 1 failed\. 1 created\./);
    expect(sent()).toEqual(["NEW_1", "NEW_2"]);
    expect(screen.queryByRole("rowheader", { name: "NEW_1" })).toBeNull();
    within(await rowOf("NEW_2")).getByText("zipCode cannot be empty");
  });

  it("shows 'Uploading Locations…' with progress and pending rows during the upload", async () => {
    let respond = (): void => undefined;
    const { selectFile, press, rowOf } = await renderImport({
      [POST]: () =>
        new Promise((resolve) => {
          respond = () => resolve({ id: "NEW_1" });
        }),
    });
    await selectFile(csvOf([validRow("NEW_1")]));
    await expectCounts(/1 valid/);
    await press("Create new locations");
    await screen.findByText("Uploading Locations…");
    expect(screen.getByLabelText("Customer records (CSV or .xlsx)")).toHaveAccessibleDescription(
      "Locations are being uploaded",
    );
    expect(screen.getByRole("progressbar", { name: "Upload" })).toHaveAttribute("max", "1");
    within(await rowOf("NEW_1")).getByText("Pending");
    respond();
    await screen.findByText("The location was created");
  });

  it("retries only the failed rows", async () => {
    let failing = true;
    const { selectFile, press, sent } = await renderImport({
      [POST]: ({ id }: { id: string }) => {
        if (failing && id === "NEW_2") throw new ServerError("Conflict", "Busy");
        return { id };
      },
    });
    await selectFile(csvOf([validRow("NEW_1"), validRow("NEW_2")]));
    await expectCounts(/2 valid/);
    await press("Create new locations");
    await expectCounts(/1 failed/);
    failing = false;
    await press("Retry 1 failed row");
    await screen.findByText("All 2 locations were created");
    expect(sent()).toEqual(["NEW_1", "NEW_2", "NEW_2"]);
  });

  it("groups issues with counts and filters the rows by a group", async () => {
    const { selectFile, user, router } = await renderImport();
    await selectFile(csvOf([...crmRows("NEW", 2, 22), validRow("TAKEN_1")]));
    await expectCounts(/^25 rows: 2 valid, 23 invalid/);
    const issues = within(screen.getByRole("region", { name: "Issues to fix" }));
    await user.click(issues.getByRole("button", { name: /^2 ?Only fridges that are open 24 hours can be imported/ }));
    expect(idsShown()).toHaveLength(2);
    expect(router.state.location.search).toContain("issue=");
  });

  it("filters by status and text and stores the filters in the URL", async () => {
    const { selectFile, router, user } = await renderImport({}, "admin", "?status=invalid");
    await selectFile(csvOf([validRow("NEW_1"), validRow("NEW_2"), validRow("TAKEN_1")]));
    await expectCounts(/2 valid/);
    expect(idsShown()).toEqual(["TAKEN_1"]);
    fireEvent.change(screen.getByLabelText("Status"), { target: { value: "valid" } });
    fireEvent.change(screen.getByLabelText("Filter rows"), { target: { value: "new_2" } });
    await waitFor(() => expect(idsShown()).toHaveLength(1));
    await waitFor(() => expect(router.state.location.search).toBe("?status=valid&find=new_2"));
    fireEvent.change(screen.getByLabelText("Filter rows"), { target: { value: "no such row" } });
    await screen.findByText("No rows match the filters");
    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    expect(idsShown()).toHaveLength(3);
  });

  it("sorts by a column", async () => {
    const { selectFile, user } = await renderImport();
    await selectFile(csvOf([validRow("B_1"), validRow("A_1"), validRow("C_1")]));
    await expectCounts(/3 valid/);
    const ids = () => idsShown();
    await user.click(screen.getByRole("button", { name: "Id" }));
    expect(ids()).toEqual(["A_1", "B_1", "C_1"]);
    await user.click(screen.getByRole("button", { name: /^Id/ }));
    expect(ids()).toEqual(["C_1", "B_1", "A_1"]);
    expect(screen.getByRole("columnheader", { name: /^Id/ })).toHaveAttribute("aria-sort", "descending");
  });

  it("shows why a file is rejected", async () => {
    const { selectFile } = await renderImport();
    await selectFile("id,route,stop\nA,b,1\n");
    await screen.findByText(/^This file is not an export of the customer records\. Missing columns: POS_NAME__c, /);
  });

  it("shows a failure to load the existing locations and retries", async () => {
    let failing = true;
    const { selectFile, press } = await renderImport({
      opsLocations: () => {
        if (failing) throw new ServerError("Internal", "");
        return { locations: [], nextToken: null };
      },
    });
    await selectFile(csvOf([validRow("NEW_1")]));
    await screen.findByText("Unable to load locations, Please check your internet and your permissions");
    failing = false;
    await press("Retry");
    await expectCounts(/1 valid/);
  });

  it("shows a permission message without CreateLocation", async () => {
    await renderImport({}, "read-only");
    await screen.findByText("You don't have permission to import locations");
  });
});

const creationBy = (user: string) => ({
  items: [{ id: "1", at: "2026-11-23T15:00:00Z", user, event: "CREATED", changes: [], reason: null, note: null }],
  nextToken: null,
});

describe("lost response", () => {
  it("counts a location as created if it matches the request and was created by this user", async () => {
    const message = "There is already a location with the id NEW_1";
    let attempts = 0;
    let sent: Record<string, unknown> = {};
    const { selectFile, press } = await renderImport({
      [POST]: (body: Record<string, unknown>) => {
        attempts += 1;
        sent = body;
        if (attempts === 1) throw new ServerError("Internal", "");
        throw new ServerError("Invalid", message, { errors: [{ field: "id", message }] });
      },
      location: () => storedLocation(sent, FRIDGE),
      locationHistory: () => creationBy("admin@larder.example"),
    });
    await selectFile(csvOf([validRow("NEW_1")]));
    await expectCounts(/1 valid/);
    await press("Create new locations");
    await screen.findByText("The location was created");
  });

  it("fails if another user created the location", async () => {
    const message = "There is already a location with the id NEW_1";
    let attempts = 0;
    let sent: Record<string, unknown> = {};
    const { selectFile, press, rowOf } = await renderImport({
      [POST]: (body: Record<string, unknown>) => {
        attempts += 1;
        sent = body;
        if (attempts === 1) throw new ServerError("Internal", "");
        throw new ServerError("Invalid", message, { errors: [{ field: "id", message }] });
      },
      location: () => storedLocation(sent, FRIDGE),
      locationHistory: () => creationBy("another@larder.example"),
    });
    await selectFile(csvOf([validRow("NEW_1")]));
    await expectCounts(/1 valid/);
    await press("Create new locations");
    await expectCounts(/1 failed/);
    within(await rowOf("NEW_1")).getByText(message);
  });
});

describe("leaving during the upload", () => {
  it("asks for confirmation", async () => {
    const { selectFile, press, user, router } = await renderImport({ [POST]: () => new Promise(() => undefined) });
    await selectFile(csvOf([validRow("NEW_1")]));
    await expectCounts(/1 valid/);
    await press("Create new locations");
    await screen.findByText("Uploading Locations…");
    await user.click(screen.getByRole("link", { name: "Add a single fridge" }));
    const dialog = await screen.findByRole("dialog", { name: "Leave during the upload?" });
    await user.click(within(dialog).getByRole("button", { name: "Stay" }));
    expect(router.state.location.pathname).toBe("/locations/bulk_new");
  });
});
