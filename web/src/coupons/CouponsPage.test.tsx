import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { formatDay } from "../lib/formats";
import { renderApp } from "../../test/renderApp";
import { ServerError, type Handler, type ServerOptions } from "../../test/server";
import { addDays, businessDay } from "../lib/day";

const issue = (category: string, what: string) => ({ imageName: `${category} - ${what}`, category, issue: what });
const coupon = (couponCode: string, imageName: string, issuedAt: string) => ({
  couponCode,
  imageName,
  type: "AMOUNT",
  value: 5,
  startDate: "2026-01-01",
  endDate: "2026-01-31",
  user: "ann@larder.example",
  issuedAt,
});
const common: Record<string, Handler> = {
  couponIssueTypes: () => [issue("Fridge Issue", "Door did not unlock"), issue("Quality", "Item was spoiled")],
  // Two pages.
  coupons: ({ nextToken }: { readonly nextToken: string | null }) =>
    nextToken === null
      ? { items: [coupon("CCCC", "UX - Menu was confusing", "2026-01-02T16:00:00Z")], nextToken: "2" }
      : { items: [coupon("BBBB", "CX - App would not open", "2026-01-01T16:00:00Z")], nextToken: null },
  "POST /coupons": () => ({ statusCode: 200, couponCode: "7XKQ2MHRT4" }),
};

function open(handlers: Record<string, Handler> = {}, profile: ServerOptions["profile"] = "admin") {
  const app = renderApp("/coupons", { profile, handlers: { ...common, ...handlers } });
  const orders = () => app.server.calls.filter(({ name }) => name === "POST /coupons").map(({ input }) => input);
  const fill = async () => {
    await app.user.type(await screen.findByRole("combobox", { name: "Issue type" }), "unlock");
    await app.user.click(await screen.findByRole("option", { name: "Fridge Issue - Door did not unlock" }));
    await app.user.selectOptions(screen.getByRole("combobox", { name: "Code value" }), "50 %");
  };
  const generate = async () => app.user.click(screen.getByRole("button", { name: "GENERATE CODE" }));
  return { ...app, orders, fill, generate };
}

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(40);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
});

describe("coupon codes at /coupons (CPN-1)", () => {
  it("shows fixed category, type and quantity, and dates that default to today", async () => {
    open();
    const form = within(await screen.findByRole("form", { name: "New code" }));
    for (const fixed of ["Customer Service", "Single Use Code", "One"]) expect(form.getByText(fixed)).toBeDefined();
    const today = formatDay(businessDay());
    expect(form.getByRole("textbox", { name: "Start date" })).toHaveProperty("value", today);
    expect(form.getByRole("textbox", { name: "End date" })).toHaveProperty("value", today);
    for (const name of ["Start date", "End date"]) {
      expect(form.getByRole("textbox", { name }).getAttribute("aria-required")).toBe("true");
    }
  });

  it("enables GENERATE CODE only when all fields are filled", async () => {
    const { user, fill, orders } = open();
    const button = await screen.findByRole("button", { name: "GENERATE CODE" });
    expect(button).toHaveAccessibleDescription("Issue type cannot be empty");
    await user.click(button);
    expect(orders()).toEqual([]);
    await fill();
    await waitFor(() => expect(button.getAttribute("aria-disabled")).toBeNull());
    const start = screen.getByRole("textbox", { name: "Start date" });
    await user.clear(start);
    expect(button).toHaveAccessibleDescription("Start date cannot be empty");
    await user.type(start, "01/01/2099{Enter}");
    expect(button).toHaveAccessibleDescription("Start date cannot be after end date");
  });

  it("sets the end date to 7, 14 or 30 days after the start date", async () => {
    const { user } = open();
    const presets = within(await screen.findByRole("group", { name: "Days until the end date" }));
    const endDate = () => screen.getByRole<HTMLInputElement>("textbox", { name: "End date" }).value;
    for (const days of [7, 14, 30]) {
      await user.click(presets.getByRole("button", { name: `${days} days` }));
      expect(endDate()).toBe(formatDay(addDays(businessDay(), days)));
      expect(presets.getByRole("button", { pressed: true }).textContent).toBe(`${days} days`);
    }
    const start = screen.getByRole("textbox", { name: "Start date" });
    await user.clear(start);
    await user.type(start, "01/01/2099{Enter}");
    await user.click(presets.getByRole("button", { name: "7 days" }));
    expect(endDate()).toBe("01/08/2099");
  });

  it("replaces an invalid typed end date by the end date of a preset", async () => {
    const { user, fill } = open();
    await fill();
    const preset = screen.getByRole("button", { name: "14 days" });
    const endDate = () => screen.getByRole<HTMLInputElement>("textbox", { name: "End date" });
    await user.click(preset);
    await user.type(endDate(), "x");
    const button = screen.getByRole("button", { name: "GENERATE CODE" });
    expect(button).toHaveAccessibleDescription("End date cannot be empty");
    await user.click(preset);
    expect(button.getAttribute("aria-disabled")).toBeNull();
    expect(endDate().value).toBe(formatDay(addDays(businessDay(), 14)));
  });

  it("shows the server's error at its field and keeps the entered values", async () => {
    const { fill, generate } = open({
      "POST /coupons": () => {
        throw new ServerError("Invalid", "Check the end date", {
          errors: [{ field: "endDate", message: "End date cannot be in the past" }],
        });
      },
    });
    await fill();
    await generate();
    const endDate = screen.getByRole("textbox", { name: "End date" });
    await waitFor(() => expect(endDate).toHaveAccessibleDescription("End date cannot be in the past"));
    expect(screen.getByRole("combobox", { name: "Issue type" })).toHaveProperty(
      "value",
      "Fridge Issue - Door did not unlock",
    );
  });

  it("rejects an unknown issue type", async () => {
    const { user, fill } = open();
    await fill();
    await user.type(screen.getByRole("combobox", { name: "Issue type" }), " at all");
    const button = screen.getByRole("button", { name: "GENERATE CODE" });
    expect(button).toHaveAccessibleDescription("Select an issue type from the list");
  });

  it("shows the code with reason, value and expiry in the dialog 'Customer Service Code'", async () => {
    const { user, fill, generate, orders } = open();
    await fill();
    await generate();
    const dialog = within(await screen.findByRole("dialog", { name: "Customer Service Code" }));
    expect(dialog.getByText("7XKQ2MHRT4")).toBeDefined();
    const facts = dialog.getAllByRole("definition").map(({ textContent }) => textContent);
    expect(facts).toEqual(["Fridge Issue - Door did not unlock", "50 %", formatDay(businessDay())]);
    await user.click(dialog.getByRole("button", { name: "Copy 7XKQ2MHRT4" }));
    expect(await navigator.clipboard.readText()).toBe("7XKQ2MHRT4");
    const day = businessDay();
    expect(orders()).toMatchObject([
      {
        imageName: "Fridge Issue - Door did not unlock",
        type: "PERCENT",
        value: 50,
        startDate: day,
        endDate: day,
      },
    ]);
    await user.click(dialog.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    // The form is cleared for the next customer.
    expect(screen.getByRole("combobox", { name: "Issue type" })).toHaveProperty("value", "");
  });

  it("keeps the code visible when copying fails", async () => {
    const { user, fill, generate } = open();
    await fill();
    await generate();
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("no"));
    await user.click(await screen.findByRole("button", { name: "Copy 7XKQ2MHRT4" }));
    await screen.findByText("Could not copy the code. Select and copy it manually.");
    expect(screen.getByText("7XKQ2MHRT4")).toBeDefined();
  });

  it("retries a lost order with the same token and sends a new order with a new token (CPN-7)", async () => {
    let callCount = 0;
    const lost: Handler = () => {
      callCount += 1;
      if (callCount === 1) throw new ServerError("Unavailable", "");
      return { statusCode: 200, couponCode: "7XKQ2MHRT4" };
    };
    const { user, fill, generate, orders } = open({ "POST /coupons": lost });
    await fill();
    await generate();
    const failure = "Unable to generate code, Check your internet and your permissions";
    expect(await screen.findByText(failure)).toBeDefined();
    // The form is not cleared after a failure.
    await generate();
    const dialog = within(await screen.findByRole("dialog", { name: "Customer Service Code" }));
    await user.click(dialog.getByRole("button", { name: "Close" }));
    await fill();
    await generate();
    await screen.findByRole("dialog", { name: "Customer Service Code" });
    const tokens = orders().map((sent) => (sent as { clientToken: string }).clientToken);
    expect(tokens[0]).toBe(tokens[1]);
    expect(new Set(tokens).size).toBe(2);
  });

  it("shows the server's message for a failure (CPN-8)", async () => {
    const rejectedOrder: Handler = () => {
      throw new ServerError("Invalid", "End date cannot be in the past");
    };
    const { fill, generate } = open({ "POST /coupons": rejectedOrder });
    await fill();
    await generate();
    expect(await screen.findByText("End date cannot be in the past")).toBeDefined();
  });

  it("shows a permission message without GenerateCoupon", async () => {
    open({}, "read-only");
    expect(
      await screen.findByRole("heading", { name: "You don't have permission to generate coupon codes" }),
    ).toBeDefined();
  });
});

describe("issued codes", () => {
  const codes = async () =>
    within(await screen.findByRole("table", { name: "Coupons" }))
      .getAllByRole("row")
      .slice(1)
      .map((row) => within(row).getAllByRole("cell")[0]?.textContent);

  it("are listed newest first, page by page, and can be filtered", async () => {
    const { user } = open();
    expect(await codes()).toEqual(["CCCC"]);
    expect(screen.getByText("1 of 1 loaded")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Show more" }));
    await waitFor(async () => expect(await codes()).toEqual(["CCCC", "BBBB"]));
    await user.type(screen.getByRole("searchbox", { name: "Find coupons" }), "would not");
    await waitFor(async () => expect(await codes()).toEqual(["BBBB"]));
    expect(screen.getByText("1 of 2")).toBeDefined();
  });

  it("say that older codes are not searched while they are not loaded", async () => {
    const { user } = open();
    await codes();
    await user.type(screen.getByRole("searchbox", { name: "Find coupons" }), "would not");
    expect(
      await screen.findByText("No match for “would not” in the latest 1 coupon. Press Show more to search older ones."),
    ).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Show more" }));
    await waitFor(async () => expect(await codes()).toEqual(["BBBB"]));
  });

  it("show reason, value, dates, state, user and issue time", async () => {
    open();
    const table = within(await screen.findByRole("table", { name: "Coupons" }));
    const [headers, row] = table.getAllByRole("row");
    const texts = (of: HTMLElement | undefined, role: string) =>
      within(of as HTMLElement)
        .getAllByRole(role)
        .map(({ textContent }) => textContent);
    expect(texts(headers, "columnheader")).toEqual([
      "Code",
      "Reason",
      "Value",
      "Start",
      "End",
      "State",
      "Issued by",
      "Issued",
    ]);
    expect(texts(row, "cell")).toEqual([
      "CCCC",
      "UX - Menu was confusing",
      "$5",
      "01/01/2026",
      "01/31/2026",
      businessDay() > "2026-01-31" ? "Expired" : "Valid",
      "ann@larder.example",
      "01/02/2026 10:00 AM CST",
    ]);
  });

  it("show an empty state without codes, and a failure that can be retried", async () => {
    let broken = true;
    const coupons: Handler = () => {
      if (broken) throw new ServerError("Internal", "");
      return { items: [], nextToken: null };
    };
    const { user } = open({ coupons });
    const failure = "Unable to load coupons, Please check your internet and your permissions";
    expect(await screen.findByText(failure)).toBeDefined();
    broken = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByText("No codes issued yet")).toBeDefined();
  });
});
