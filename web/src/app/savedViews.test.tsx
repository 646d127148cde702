/** Saved views on a screen with a table (docs/requirements/shell.md, SHL-26). */
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { renderApp } from "../../test/renderApp";
import { ServerError, type Handler } from "../../test/server";
import type { Preferences, PreferencesInput } from "../api/schema";

const alert = (location: string, kind: string) => ({
  id: `${location}#${kind}`,
  location,
  kind,
  state: "OPEN",
  since: "2026-11-21T10:00:00Z",
  openedAt: "2026-11-21T10:15:00Z",
  detail: "",
  clearedAt: null,
  acknowledgedAt: null,
  acknowledgedBy: null,
  note: null,
});
const ALERTS = [alert("MSY_1", "TOO_WARM"), alert("ORD_1", "SILENT")];

const view = (part: Partial<Preferences["views"][number]> = {}) => ({
  id: "one",
  table: "alerts",
  screen: "/portfoliohealth/alerts",
  name: "Silent fridges",
  query: "columns=auto&kind=SILENT&sort=-fridge",
  isDefault: false,
  ...part,
});

const EMPTY: Preferences = { version: 0, views: [], home: null, favorites: [] };

function open(address: string, stored: Partial<Preferences> = {}, handlers: Record<string, Handler> = {}) {
  let preferences: Preferences = { ...EMPTY, ...stored };
  const saved: PreferencesInput[] = [];
  const app = renderApp(address, {
    handlers: {
      fridgeAlerts: () => ({ items: ALERTS, nextToken: null }),
      fridgeHealth: () => ({ fridgeData: [] }),
      alertSnoozes: () => ({ items: [], nextToken: null }),
      myPreferences: () => preferences,
      updateMyPreferences: ({ input }: { readonly input: PreferencesInput }) => {
        if (input.version !== preferences.version)
          throw new ServerError("Conflict", "Changed elsewhere", { current: preferences });
        saved.push(input);
        const home = input.home?.map(({ kind, view: id }) => ({ kind, view: id ?? null })) ?? null;
        preferences = { ...input, home, version: input.version + 1 };
        return preferences;
      },
      ...handlers,
    },
  });
  return {
    ...app,
    saved,
    changeElsewhere: (next: Partial<Preferences>) => {
      preferences = { ...preferences, ...next, version: preferences.version + 1 };
    },
    openMenu: async (name = "Views") => {
      await app.user.click(await screen.findByRole("button", { name }));
      return within(await screen.findByRole("dialog", { name: "Saved views" }));
    },
  };
}

const fridges = () => screen.getAllByRole("rowheader").map(({ textContent }) => textContent);

describe("saved views", () => {
  test("are saved under a name with the filters, the columns and the sort", async () => {
    const { user, openMenu, saved } = open("/portfoliohealth/alerts?kind=SILENT&sort=-fridge");
    const menu = await openMenu();
    expect(await menu.findByText(/No saved views yet/)).toBeVisible();
    await user.type(menu.getByRole("textbox", { name: "Name of the new view" }), " Silent fridges ");
    await user.click(menu.getByRole("button", { name: "Save view" }));
    expect(await menu.findByRole("button", { name: "Silent fridges" })).toHaveAttribute("aria-current", "true");
    expect(saved).toEqual([{ ...EMPTY, views: [{ ...view(), id: saved[0]?.views[0]?.id }] }]);
    expect(screen.getByRole("button", { name: "View: Silent fridges", hidden: true })).toBeDefined();
  });

  test("are applied, so that Back shows the previous filters", async () => {
    const { user, openMenu, router } = open("/portfoliohealth/alerts?kind=TOO_WARM", { views: [view()] });
    const menu = await openMenu();
    await user.click(menu.getByRole("button", { name: "Silent fridges" }));
    await waitFor(() => expect(fridges()).toEqual(["ORD_1"]));
    expect(router.state.location.search).toBe(`?${view().query}`);
    await router.navigate(-1);
    await waitFor(() => expect(fridges()).toEqual(["MSY_1"]));
  });

  test("of other tables are not listed", async () => {
    const { openMenu } = open("/portfoliohealth/alerts", { views: [view({ table: "coupons" })] });
    expect((await openMenu()).queryByRole("button", { name: "Silent fridges" })).toBeNull();
  });

  test("are renamed, replaced, made the default and deleted", async () => {
    const { user, openMenu, saved } = open("/portfoliohealth/alerts?kind=TOO_WARM", {
      views: [view()],
      home: [{ kind: "VIEW", view: "one" }],
    });
    const menu = await openMenu();
    const edit = async (name: string) => {
      await user.click(menu.getByRole("button", { name: `Edit ${name}` }));
      return within(menu.getByRole("group", { name }));
    };
    const editor = await edit("Silent fridges");
    await user.clear(editor.getByRole("textbox", { name: "New name" }));
    await user.type(editor.getByRole("textbox", { name: "New name" }), "Mine");
    await user.click(editor.getByRole("button", { name: "Rename" }));
    await menu.findByRole("button", { name: "Mine" });
    await user.click((await edit("Mine")).getByRole("button", { name: "Replace with current" }));
    await waitFor(() => expect(saved.at(-1)?.views[0]?.query).toBe("columns=auto&kind=TOO_WARM&sort=default"));
    await user.click((await edit("Mine")).getByRole("button", { name: "Make default" }));
    expect(await menu.findByText("Default")).toBeVisible();
    const last = await edit("Mine");
    await user.click(last.getByRole("button", { name: "Delete" }));
    expect(menu.getByRole("button", { name: "Mine" })).toBeVisible();
    await user.click(last.getByRole("button", { name: "Confirm deletion" }));
    await waitFor(() => expect(menu.queryByRole("button", { name: "Mine" })).toBeNull());
    expect(saved.at(-1)).toMatchObject({ views: [], home: [] });
  });

  test("keep a change of another tab when this tab saves", async () => {
    const { user, openMenu, saved, changeElsewhere } = open("/portfoliohealth/alerts", { views: [view()] });
    const menu = await openMenu();
    changeElsewhere({ views: [view(), view({ id: "two", name: "Other tab" })] });
    await user.type(menu.getByRole("textbox", { name: "Name of the new view" }), "This tab");
    await user.click(menu.getByRole("button", { name: "Save view" }));
    expect(await menu.findByRole("button", { name: "This tab" })).toBeVisible();
    expect(saved.at(-1)?.views.map(({ name }) => name)).toEqual(["Silent fridges", "Other tab", "This tab"]);
  });

  test("show why a name is invalid or saving failed, and keep the name", async () => {
    const { user, openMenu } = open(
      "/portfoliohealth/alerts",
      { views: [view()] },
      {
        updateMyPreferences: () => {
          throw new ServerError("Unavailable", "Larder is busy at the moment. Please try again.");
        },
      },
    );
    const menu = await openMenu();
    const name = menu.getByRole("textbox", { name: "Name of the new view" });
    await user.type(name, "silent FRIDGES");
    await user.click(menu.getByRole("button", { name: "Save view" }));
    expect(await menu.findByText("There is already a view called silent FRIDGES. Choose another name.")).toBeVisible();
    await user.clear(name);
    await user.type(name, "Mine");
    await user.click(menu.getByRole("button", { name: "Save view" }));
    expect(await menu.findByText("Larder is busy at the moment. Please try again.")).toBeVisible();
    expect(name).toHaveValue("Mine");
  });
});

describe("the default view", () => {
  test("is applied when the screen opens without filters, and stays away when the user removes the filters", async () => {
    const { user, router } = open("/portfoliohealth/alerts", { views: [view({ isDefault: true })] });
    await waitFor(() => expect(router.state.location.search).toBe(`?${view().query}`));
    expect(router.state.historyAction).toBe("REPLACE");
    await waitFor(() => expect(fridges()).toEqual(["ORD_1"]));
    await user.selectOptions(screen.getByLabelText("Kind"), "");
    await waitFor(() => expect(fridges()).toHaveLength(2));
  });

  test("does not change an address with filters", async () => {
    const { router } = open("/portfoliohealth/alerts?kind=TOO_WARM", { views: [view({ isDefault: true })] });
    await waitFor(() => expect(fridges()).toEqual(["MSY_1"]));
    expect(router.state.location.search).toBe("?kind=TOO_WARM");
  });
});

describe("the link to a table", () => {
  test("contains the filters, the columns and the sort", async () => {
    const { user, openMenu } = open("/portfoliohealth/alerts?kind=SILENT");
    await user.click((await openMenu()).getByRole("button", { name: "Copy link" }));
    expect(await screen.findByText("Link copied")).toBeVisible();
    const url = new URL(await navigator.clipboard.readText());
    expect(`${url.pathname}${url.search}`).toBe("/portfoliohealth/alerts?kind=SILENT&columns=auto&sort=default");
  });

  test("is shown when the browser does not allow copying", async () => {
    const { user, openMenu } = open("/portfoliohealth/alerts");
    const menu = await openMenu();
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("no"));
    await user.click(menu.getByRole("button", { name: "Copy link" }));
    expect(await menu.findByRole<HTMLInputElement>("textbox", { name: "Link" })).toHaveProperty(
      "value",
      expect.stringContaining("/portfoliohealth/alerts?columns=auto&sort=default"),
    );
  });

  test("shows the columns of the sender instead of the user's own", async () => {
    open("/portfoliohealth/alerts?columns=-kind");
    await waitFor(() => expect(fridges()).toHaveLength(2));
    expect(screen.queryByRole("columnheader", { name: /^Kind/ })).toBeNull();
  });
});
