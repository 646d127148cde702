import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { renderApp } from "../../../test/renderApp";
import { ServerError, type ServerOptions } from "../../../test/server";
import type { Action } from "../../api/actions";
import { clearCache } from "../../lib/storage";
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

interface Input {
  readonly filter: { readonly status: string };
}

beforeEach(clearCache);

function render(options: ServerOptions = {}) {
  return renderApp("/home", {
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

/** Opens the search with the keyboard. */
async function openSearch(options: ServerOptions = {}) {
  const app = render(options);
  await screen.findByRole("heading", { level: 1 });
  await app.user.keyboard("{Control>}k{/Control}");
  await screen.findByRole("dialog", { name: "Find anything" });
  return app;
}

const field = () => screen.getByRole("combobox", { name: "Find anything" });
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

  test.each([
    ["a street", "beacon", /WI_0010/],
    ["a ZIP code", "02108", /WI_0010/],
    ["the name of a DEAD fridge", "kiosk", /NYC_0003/],
    ["the name of a screen", "coupons", /^Coupons Customer Service Screen/],
    ["a keyword of a screen", "dashboard", /^Checkpoints/],
    ["an action", "create a plan", /^Create a planogram/],
    ["a route", "amber", /^amber Today's stops · 1 location Route/],
    ["a driver", "amber", /^amber 1 location Driver/],
    ["a layout", "office 40", /^Office 40 Planogram Layout/],
    ["a price schema", "PMT_STANDARD", /^PMT_STANDARD Item prices Price schema/],
    ["the exact code of a coupon", "larder42", /^LARDER42 .* Coupon/],
  ])("finds %s", async (_, text, name) => {
    const { user } = await openSearch();
    await user.keyboard(text);
    expect(await option(name)).toBeDefined();
  });

  test("a part of a coupon's code finds no coupon", async () => {
    const { user } = await openSearch();
    await user.keyboard("larder4");
    expect(await screen.findByText("No matches")).toBeDefined();
  });

  test("are grouped, with the group of the closest match first", async () => {
    const { user } = await openSearch();
    await user.keyboard("alerts");
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
    await user.keyboard("coupon");
    expect(await screen.findByText("No matches")).toBeDefined();
    const reads = ["locations", "coupons", "getPlanogramNames", "itemPriceSchemaIds"];
    expect(server.calls.filter(({ name }) => reads.includes(name))).toEqual([]);
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
    await user.keyboard("alerts");
    expect(await option(/^Alerts/)).toBeDefined();
  });
});

test("opened items are listed first the next time, for the same user only", async () => {
  const { user, router } = await openSearch();
  await user.keyboard("beacon");
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
