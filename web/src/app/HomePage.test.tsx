/** The arrangement of the home page (docs/requirements/shell.md, SHL-27). */
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { renderApp } from "../../test/renderApp";
import { ServerError, type ServerOptions } from "../../test/server";
import type { Preferences, PreferencesInput } from "../api/schema";
import { paths } from "../lib/paths";
import { clearCache } from "../lib/storage";
import { dayServer, expectedTimes } from "../stocking/dashboard/day.fixture";

const VIEW = {
  id: "one",
  table: "coupons",
  screen: paths.coupons,
  name: "Refunds",
  query: "text=refund",
  isDefault: false,
};

function open(stored: Partial<Preferences> = {}, options: ServerOptions = {}) {
  let preferences: Preferences = { version: 3, views: [VIEW], home: null, favorites: [], ...stored };
  const saved: PreferencesInput[] = [];
  const app = renderApp("/home", {
    sample: true,
    ...options,
    handlers: {
      myPreferences: () => preferences,
      updateMyPreferences: ({ input }: { readonly input: PreferencesInput }) => {
        saved.push(input);
        const home = input.home?.map(({ kind, view }) => ({ kind, view: view ?? null })) ?? null;
        preferences = { ...input, home, version: input.version + 1 };
        return preferences;
      },
      ...options.handlers,
    },
  });
  return {
    ...app,
    saved,
    arrange: async () => {
      await app.user.click(await screen.findByRole("button", { name: "Arrange this page" }));
      const form = within(await screen.findByRole("region", { name: "Arrange this page" }));
      // React Aria adds the rows in a second render.
      await form.findAllByRole("row");
      return form;
    },
  };
}

/** The headings of the tiles in their order, without those of the list of all screens. */
const tiles = () =>
  screen
    .getAllByRole("heading", { level: 2 })
    .map(({ textContent }) => textContent)
    .filter((title) => !["Reporting", "Routes", "Documentation"].includes(title));

const moveButton = (direction: "up" | "down", title: string) =>
  screen.getByRole("button", { name: `Move ${direction}: ${title}` });

describe("the home page", () => {
  test("shows the default tiles of the user's permissions", async () => {
    open({}, { actions: ["GetAllLocation"], handlers: { myPermissions: () => ["GetAllLocation"] } });
    await screen.findByRole("region", { name: "Since yesterday" });
    expect(await screen.findByRole("region", { name: "Needs attention today" })).toBeVisible();
    expect(screen.getByRole("region", { name: "Recent items" })).toBeVisible();
    expect(screen.getByRole("region", { name: "Reporting" })).toBeVisible();
    expect(screen.queryByRole("region", { name: "Today's delivery" })).toBeNull();
  });

  test("shows the chosen tiles in the user's order", async () => {
    open({
      home: [
        { kind: "FAVORITES", view: null },
        { kind: "VIEW", view: "one" },
        { kind: "ATTENTION", view: null },
      ],
      favorites: [paths.alerts, paths.locations],
    });
    const favorites = within(await screen.findByRole("region", { name: "Favorite screens" }));
    expect(favorites.getAllByRole("link").map(({ textContent }) => textContent)).toEqual(["Alerts", "Locations: All"]);
    const view = within(screen.getByRole("region", { name: "Refunds" }));
    expect(view.getByRole("link", { name: "Coupons" })).toHaveAttribute("href", "/coupons?text=refund");
    expect(tiles()).toEqual(["Favorite screens", "Refunds", "Needs attention today"]);
  });

  test("omits tiles and favorites without permission", async () => {
    const home = [
      { kind: "VIEW", view: "one" },
      { kind: "FAVORITES", view: null },
    ] as const;
    open({ home, favorites: [paths.coupons, paths.alerts] }, { profile: "read-only" });
    const favorites = within(await screen.findByRole("region", { name: "Favorite screens" }));
    expect(favorites.getAllByRole("link").map(({ textContent }) => textContent)).toEqual(["Alerts"]);
    expect(screen.queryByRole("region", { name: "Refunds" })).toBeNull();
  });

  test("shows the default tiles when the preferences cannot be loaded", async () => {
    open({}, { handlers: { myPreferences: () => Promise.reject(new ServerError("Internal", "")) } });
    expect(await screen.findByRole("region", { name: "Needs attention today" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Arrange this page" })).toBeNull();
  });
});

describe("today's delivery", () => {
  beforeEach(async () => {
    await clearCache();
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T17:00:00Z") });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const tile = async () => within(await screen.findByRole("region", { name: "Today's delivery" }));
  const home = [{ kind: "DELIVERY", view: null }] as const;
  const expected = {
    amber: "2026-11-21T16:00:00.000Z",
    birch: "2026-11-21T15:30:00.000Z",
  };
  const ExpectedTimes = () => expectedTimes({ IL_0002: expected.amber, NY_0004: expected.birch });

  test("shows the routes that are most behind with their delay, their drivers and the dashboard", async () => {
    open({ home }, { handlers: { ...dayServer(), ExpectedTimes } });
    const delivery = await tile();
    const routes = await delivery.findByRole("region", { name: "Most behind" });
    const [first, second, ...others] = within(routes).getAllByRole("listitem");
    expect(first).toHaveTextContent(/^birch.*90 min behind \(estimate\)/);
    expect(second).toHaveTextContent(/^amber.*60 min behind \(estimate\)/);
    expect(second).toHaveTextContent(/Driver/);
    expect(others).toEqual([]);
    expect(delivery.getByRole("link", { name: "Routes and drivers of today" })).toHaveAttribute(
      "href",
      paths.checkpoints,
    );
  });

  test("says that no route is behind", async () => {
    open({ home }, { handlers: { ...dayServer(), ExpectedTimes: () => expectedTimes({}) } });
    expect(await (await tile()).findByText("No route is behind")).toBeInTheDocument();
  });

  test("reads no routes without permission for them", async () => {
    const actions = ["GetAllLocation", "GetCheckPointStatus"] as const;
    const handlers = { ...dayServer(), myPermissions: () => actions };
    const { server } = open({ home }, { actions, handlers });
    expect(await (await tile()).findByText(/could not be reached|unreachable/)).toBeInTheDocument();
    expect(server.calls.map(({ name }) => name)).not.toContain("locationRoutes");
  });
});

describe("the arrangement", () => {
  test("is changed with the keyboard, keeps the focus and announces the position", async () => {
    const { user, arrange } = open();
    await arrange();
    moveButton("down", "Needs attention today").focus();
    await user.keyboard("{Enter}{Enter}");
    expect(moveButton("down", "Needs attention today")).toHaveFocus();
    expect(screen.getByText("Needs attention today is now number 3 of 5")).toBeInTheDocument();
    expect(moveButton("up", "Today's delivery")).toHaveAttribute("aria-disabled", "true");
  });

  test("is changed by dragging with the keyboard, and announces the position", async () => {
    const { user, arrange, saved } = open();
    const form = await arrange();
    const dragButton = form.getByRole("button", { name: "Drag: Needs attention today" });
    dragButton.focus();
    await user.keyboard("{Enter}");
    await user.keyboard("{ArrowDown}{ArrowDown}{Enter}");
    const names = form.getAllByRole("row").map((row) => row.querySelector("span")?.textContent ?? "");
    const place = names.indexOf("Needs attention today");
    expect(place).toBeGreaterThan(0);
    expect(screen.getByText(`Needs attention today is now number ${place + 1} of 5`)).toBeInTheDocument();
    await user.click(form.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(saved[0]?.home?.[place]?.kind).toBe("ATTENTION"));
  });

  test("is saved with added and removed tiles and favorite screens", async () => {
    const { user, arrange, saved } = open();
    const form = await arrange();
    for (const title of ["Today's delivery", "Since yesterday", "Recent items", "All screens"]) {
      await user.click(form.getByRole("button", { name: `Remove: ${title}` }));
      expect(form.getByRole("button", { name: `Add: ${title}` })).toHaveFocus();
    }
    await user.click(form.getByRole("button", { name: "Add: Favorite screens" }));
    await user.click(form.getByRole("button", { name: "Add: Coupons: Refunds" }));
    await user.click(moveButton("up", "Coupons: Refunds"));
    await user.click(form.getByRole("checkbox", { name: "Alerts" }));
    expect(saved).toEqual([]);
    await user.click(form.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(tiles()).toEqual(["Needs attention today", "Refunds", "Favorite screens"]));
    expect(screen.getByRole("button", { name: "Arrange this page" })).toHaveFocus();
    expect(saved).toEqual([
      {
        version: 3,
        views: [VIEW],
        home: [
          { kind: "ATTENTION", view: null },
          { kind: "VIEW", view: "one" },
          { kind: "FAVORITES", view: null },
        ],
        favorites: [paths.alerts],
      },
    ]);
  });

  test("returns to the default tiles", async () => {
    const { user, arrange, saved } = open({ home: [{ kind: "RECENT", view: null }] });
    const form = await arrange();
    await user.click(form.getByRole("button", { name: "Restore default tiles" }));
    await user.click(form.getByRole("button", { name: "Save" }));
    expect(await screen.findByRole("region", { name: "Needs attention today" })).toBeVisible();
    expect(saved.map(({ home }) => home)).toEqual([null]);
  });

  test("stays open with the changes when saving fails", async () => {
    const rejected = () => Promise.reject(new ServerError("Unavailable", "Larder is busy at the moment."));
    const { user, arrange } = open({}, { handlers: { updateMyPreferences: rejected } });
    const form = await arrange();
    await user.click(form.getByRole("button", { name: "Remove: Recent items" }));
    await user.click(form.getByRole("button", { name: "Save" }));
    expect(await form.findByText("Larder is busy at the moment.")).toBeVisible();
    expect(form.getByRole("button", { name: "Add: Recent items" })).toBeVisible();
  });

  test("is unchanged after Cancel", async () => {
    const { user, arrange, saved } = open({ home: [{ kind: "RECENT", view: null }] });
    const form = await arrange();
    await user.click(form.getByRole("button", { name: "Remove: Recent items" }));
    await user.click(form.getByRole("button", { name: "Cancel" }));
    expect(await screen.findByRole("region", { name: "Recent items" })).toBeVisible();
    expect(saved).toEqual([]);
  });
});
