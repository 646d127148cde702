import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { renderApp } from "../../../test/renderApp";
import { ServerError, type ServerOptions } from "../../../test/server";
import type { Action } from "../../api/actions";
import { clearCache, writeCache } from "../../lib/storage";
import { fridge } from "../../locations/list/fridges";

/** The sample server has the details of WI_0010, which tests open. */
const FLEET = [
  fridge({ id: "CHI_0001", prettyName: "Wacker Lobby", route: "amber" }),
  fridge({
    id: "WI_0010",
    prettyName: "Old Library",
    status: "OFFLINE",
    address: { street: "9 Beacon St", city: "Boston", state: "MA", zipCode: "02108" },
  }),
  fridge({ id: "NYC_0003", prettyName: "Closed Kiosk", status: "DEAD" }),
];

const COUPON = {
  imageName: "Quality - Expired item",
  type: "AMOUNT",
  value: 5,
  startDate: "2026-11-21",
  endDate: "2026-12-21",
  user: "customer-service@larder.example",
  issuedAt: "2026-11-21T10:00:00Z",
};

/** The reads of the search that need a permission. */
const RESTRICTED_READS = ["locations", "coupons", "getPlanogramNames", "itemPriceSchemaIds"];

interface Input {
  readonly filter: { readonly status: string };
}

beforeEach(clearCache);

function render(options: ServerOptions = {}, address = "/home") {
  return renderApp(address, {
    sample: true,
    ...options,
    handlers: {
      locations: ({ filter }: Input) => ({
        items: FLEET.filter(({ status }) => status === filter.status),
        nextToken: null,
      }),
      ...options.handlers,
    },
  });
}

/** Opens the search with the keyboard. Most tests paste what they search, because each typed character updates the results. */
async function openSearch(options: ServerOptions = {}) {
  const app = render(options);
  await screen.findByRole("heading", { level: 1 });
  return openSearchIn(app);
}

/** Opens the search on a screen that calls no operation that the search calls. */
async function openSearchWith(options: ServerOptions) {
  const app = render(options, "/help");
  await screen.findByRole("heading", { level: 1 });
  return openSearchIn(app);
}

async function openSearchIn(app: ReturnType<typeof render>) {
  await app.user.keyboard("{Control>}k{/Control}");
  await screen.findByRole("dialog", { name: "Find anything" });
  return app;
}

const field = () => screen.getByRole<HTMLInputElement>("combobox", { name: "Find anything" });
const option = (name: RegExp) => screen.findByRole("option", { name });
const permitted = (...actions: readonly Action[]): ServerOptions => ({
  actions,
  handlers: { myPermissions: () => actions },
});

describe("shortcuts", () => {
  test.each(["{Control>}k{/Control}", "{Meta>}k{/Meta}", "/"])(
    "%s opens the search with the focus in its field",
    async (keys) => {
      const { user } = render();
      await screen.findByRole("heading", { level: 1 });
      await user.keyboard(keys);
      await screen.findByRole("dialog", { name: "Find anything" });
      expect(field()).toHaveFocus();
      expect(field()).toHaveValue("");
    },
  );

  test("'?' opens the list of shortcuts", async () => {
    const { user } = render();
    await screen.findByRole("heading", { level: 1 });
    await user.keyboard("?");
    const dialog = within(await screen.findByRole("dialog", { name: "Keyboard shortcuts" }));
    expect(dialog.getByText("Show the keyboard shortcuts")).toBeDefined();
  });

  test("'/' and '?' are typed in a field", async () => {
    const { user } = render();
    const search = await screen.findByRole("searchbox", { name: "Find a fridge" });
    await user.type(search, "a/?");
    expect(search).toHaveValue("a/?");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("do nothing while a dialog is open", async () => {
    const { user } = await openSearch();
    await user.keyboard("?");
    expect(field()).toHaveValue("?");
    await user.keyboard("{Control>}k{/Control}");
    expect(screen.getAllByRole("dialog")).toHaveLength(1);
  });

  test("Escape closes the search and returns the focus", async () => {
    const { user } = render();
    await user.click(await screen.findByRole("button", { name: "Find anything" }));
    await screen.findByRole("dialog", { name: "Find anything" });
    await user.keyboard("x{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.getByRole("button", { name: "Find anything" })).toHaveFocus();
  });
});

describe("results", () => {
  test("an offline fridge is found by its exact id, shows its status and opens with Enter", async () => {
    const { user, router } = await openSearch();
    await user.keyboard("wi_0010");
    const found = await option(/WI_0010/);
    expect(within(found).getByText("OFFLINE")).toBeDefined();
    expect(within(found).getByText("Fridge")).toBeDefined();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(router.state.location.pathname).toBe("/locations/detail/WI_0010"));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("Enter opens the pasted id after a result of the previous text was selected", async () => {
    const { user, router } = await openSearch();
    await user.keyboard("{ArrowDown}");
    await waitFor(() => expect(field()).toHaveAttribute("aria-activedescendant"));
    await user.paste("wi_0010");
    await option(/WI_0010/);
    await user.keyboard("{Enter}");
    await waitFor(() => expect(router.state.location.pathname).toBe("/locations/detail/WI_0010"));
  });

  test("Enter opens the first result of a text that was not typed, such as a dictated one", async () => {
    const { user, router } = await openSearch();
    await user.keyboard("{ArrowDown}");
    await waitFor(() => expect(field()).toHaveAttribute("aria-activedescendant"));
    fireEvent.input(field(), { target: { value: "wi_0010" } });
    await option(/WI_0010/);
    await user.keyboard("{Enter}");
    await waitFor(() => expect(router.state.location.pathname).toBe("/locations/detail/WI_0010"));
  });

  test("contain what the text names", async () => {
    const { user } = await openSearch();
    for (const [text, subject, name] of [
      ["beacon", "a street", /WI_0010/],
      ["kiosk", "the name of a DEAD fridge", /NYC_0003/],
      ["02108", "a ZIP code", /WI_0010/],
      ["coupons", "the name of a screen", /^Coupons Customer Service Screen/],
      ["dashboard", "a keyword of a screen", /^Checkpoints/],
      ["create a plan", "an action", /^Create a planogram/],
      ["amber", "a route", /^amber Today's stops · 1 location Route/],
      ["amber", "a driver", /^amber 1 location Driver/],
      ["office 40", "a layout", /^Office 40 Planogram Layout/],
      ["PMT_STANDARD", "a price schema", /^PMT_STANDARD Item prices Price schema/],
      ["larder42", "the exact code of a coupon", /^LARDER42 .* Coupon/],
    ] as const) {
      // The pasted text replaces the previous one.
      field().select();
      await user.paste(text);
      expect(field()).toHaveValue(text);
      expect(await option(name), subject).toBeDefined();
    }
  });

  test("a part of a coupon's code finds no coupon", async () => {
    const { user } = await openSearch();
    await user.paste("larder4");
    expect(await screen.findByText("No matches")).toBeDefined();
  });

  test("are grouped, with the group of the closest match first", async () => {
    const { user } = await openSearch();
    await user.paste("alerts");
    await option(/^Alerts/);
    const [first] = screen.getAllByRole("group");
    expect(first).toHaveAccessibleName("Screens");
  });

  test("arrow keys select another result", async () => {
    const { user, router } = await openSearch();
    await user.keyboard("amber");
    await option(/Route$/);
    await option(/^CHI_0001/);
    const second = screen.getAllByRole("option")[1];
    await waitFor(() => expect(field()).toHaveAttribute("aria-activedescendant"));
    await user.keyboard("{ArrowDown}");
    await waitFor(() => expect(field()).toHaveAttribute("aria-activedescendant", second?.id));
    await user.keyboard("{Enter}");
    await waitFor(() => expect(router.state.location.pathname).toBe("/locations/all"));
  });

  test("show only what the user has permission for", async () => {
    const { user, server } = await openSearch(permitted("GetCheckPointStatus"));
    expect(await option(/^Checkpoints/)).toBeDefined();
    await user.paste("coupon");
    expect(await screen.findByText("No matches")).toBeDefined();
    expect(server.calls.filter(({ name }) => RESTRICTED_READS.includes(name))).toEqual([]);
  });

  test("nothing is read until the permissions are loaded", async () => {
    let release = () => undefined as void;
    const released = new Promise<void>((resolve) => (release = resolve));
    const actions: readonly Action[] = ["GetCheckPointStatus"];
    const { user, server } = await openSearchWith({
      actions,
      handlers: { myPermissions: () => released.then(() => actions) },
    });
    await user.paste("coupon");
    expect(await screen.findByText("Loading your permissions…")).toBeDefined();
    release();
    expect(await screen.findByText("No matches")).toBeDefined();
    expect(server.calls.filter(({ name }) => RESTRICTED_READS.includes(name))).toEqual([]);
  });

  test("cached data is not shown after the permission was revoked", async () => {
    let actions: readonly Action[] = ["GetAllLocation", "GenerateCoupon"];
    const { user, queryClient } = await openSearch({ handlers: { myPermissions: () => actions } });
    await user.paste("beacon");
    await option(/WI_0010/);
    actions = ["GenerateCoupon"];
    await queryClient.invalidateQueries({ queryKey: ["myPermissions"] });
    expect(await screen.findByText("No matches")).toBeDefined();
  });

  test("only screens and actions are searched if the permissions cannot be loaded", async () => {
    const { user, server } = await openSearchWith({
      handlers: {
        myPermissions: () => {
          throw new ServerError("Invalid", "");
        },
      },
    });
    expect(
      await screen.findByText("Your permissions could not be loaded. Only screens and actions are searched."),
    ).toBeDefined();
    await user.paste("beacon");
    expect(await screen.findByText("No matches in the data that could be loaded")).toBeDefined();
    expect(server.calls.filter(({ name }) => RESTRICTED_READS.includes(name))).toEqual([]);
  });

  test.each([
    ["coupons", "coupons"],
    ["getPlanogramNames", "layouts"],
    ["itemPriceSchemaIds", "price schemas"],
  ])("a search without matches says that %s still load, or failed", async (operation, label) => {
    let finish = () => undefined as void;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    let isFailing = true;
    const { user } = await openSearch({
      handlers: {
        [operation]: async () => {
          await finished;
          if (isFailing) throw new ServerError("Invalid", "");
          return operation === "coupons" ? { items: [], nextToken: null } : [];
        },
      },
    });
    await user.paste("nothing");
    expect(await screen.findByText(`Loading ${label}…`)).toBeDefined();
    finish();
    expect(await screen.findByText(`Some ${label} could not be loaded`)).toBeDefined();
    expect(screen.getByText("No matches in the data that could be loaded")).toBeDefined();
    isFailing = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByText("No matches")).toBeDefined();
  });

  describe("for the code of an older coupon", () => {
    const couponPages = (pages: number, code?: string) => ({
      coupons: ({ nextToken }: { readonly nextToken: string | null }) => {
        const page = Number(nextToken ?? 0);
        const couponCode = page === pages - 1 && code !== undefined ? code : `LATEST${String(page)}`;
        return {
          items: [{ ...COUPON, couponCode }],
          nextToken: page === pages - 1 ? null : String(page + 1),
        };
      },
    });

    test("read the older pages until the coupon is found", async () => {
      const { user, server } = await openSearch({ handlers: couponPages(3, "JD4H3GYRCC") });
      await user.paste("jd4h3gyrcc");
      expect(await option(/^JD4H3GYRCC Issued by/)).toBeDefined();
      const reads = server.calls.filter(({ name }) => name === "coupons").length;
      await user.keyboard("{Backspace}");
      expect(await screen.findByText("No matches")).toBeDefined();
      expect(server.calls.filter(({ name }) => name === "coupons")).toHaveLength(reads);
    });

    test("say how many coupons were read if there are more", async () => {
      const { user } = await openSearch({ handlers: couponPages(30) });
      await user.paste("JD4H3GYRCC");
      expect(await screen.findByText("No matches. Only the latest 20 coupons are searched.")).toBeDefined();
    });
  });

  test("report a failure to load fridges and still contain screens", async () => {
    const { user } = await openSearch({
      handlers: {
        locations: () => {
          throw new ServerError("Forbidden", "");
        },
      },
    });
    expect(await screen.findByText("Some fridges could not be loaded")).toBeDefined();
    await user.paste("alerts");
    expect(await option(/^Alerts/)).toBeDefined();
  });
});

test("opened items are listed first the next time, for the same user only", async () => {
  const { user, router } = await openSearch();
  await user.paste("beacon");
  await option(/WI_0010/);
  await user.keyboard("{Enter}");
  await waitFor(() => expect(router.state.location.pathname).toBe("/locations/detail/WI_0010"));
  await user.keyboard("{Control>}k{/Control}");
  const recent = within(await screen.findByRole("group", { name: "Recent" }));
  expect(recent.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^WI_0010.*Fridge$/),
  ]);
  cleanup();

  await openSearch({ profile: "operations" });
  await option(/^Home/);
  expect(screen.queryByRole("group", { name: "Recent" })).toBeNull();
});

test("an item that is opened before the stored ones are read is added to them", async () => {
  await writeCache("recent/sub-of-admin", [
    { kind: "screen", title: "Coupons", detail: "Customer Service", to: "/coupons" },
    {
      kind: "action",
      title: "Show OFFLINE fridges",
      detail: "Open the locations list",
      to: "/locations/all?status=OFFLINE",
    },
  ]);
  const { user, router } = await openSearch();
  await user.paste("beacon");
  await option(/WI_0010/);
  await user.keyboard("{Enter}");
  await waitFor(() => expect(router.state.location.pathname).toBe("/locations/detail/WI_0010"));
  await user.keyboard("{Control>}k{/Control}");
  const recent = within(await screen.findByRole("group", { name: "Recent" }));
  await waitFor(() =>
    expect(recent.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^WI_0010/),
      expect.stringMatching(/^Coupons/),
      expect.stringMatching(/^Show OFFLINE fridges/),
    ]),
  );
});

test("recent actions and screens without permission are not listed", async () => {
  await writeCache("recent/sub-of-admin", [
    { kind: "screen", title: "Coupons", detail: "Customer Service", to: "/coupons" },
    { kind: "action", title: "Generate a coupon", detail: "Issue a code to a customer", to: "/coupons" },
    { kind: "action", title: "Change your password", detail: "Account and security", to: "/account" },
  ]);
  await openSearch(permitted("GetCheckPointStatus"));
  const recent = within(await screen.findByRole("group", { name: "Recent" }));
  expect(recent.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Change your password/),
  ]);
});
