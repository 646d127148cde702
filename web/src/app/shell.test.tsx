import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { renderApp } from "../../test/renderApp";
import type { Action } from "../api/actions";
import { ServerError, type ServerOptions } from "../../test/server";
import { businessDay } from "../lib/day";
import { formatDay } from "../lib/formats";
import { ACCESS_CHECK_INTERVAL } from "../session/permissions";
import { currentStockingDay } from "../stocking/rules/stockingDay";
import { NAVIGATION } from "./navigation/entries";

/** Renders the console with the sample server, because the test is not about one screen. */
const renderSample = (address: string, options: ServerOptions = {}) => renderApp(address, { ...options, sample: true });
const bar = () => within(screen.getByRole("navigation", { name: "Main" }));
const heading = (name: string) => screen.findByRole("heading", { level: 1, name });

/** A user with these permissions. */
const permitted = (...actions: readonly Action[]): ServerOptions => ({
  actions,
  handlers: { myPermissions: () => actions },
});

/** Waits until the groups are loaded, and opens one. */
async function openGroup(group: string, options: ServerOptions = {}) {
  const app = renderSample("/home", options);
  await app.user.click(await bar().findByRole("button", { name: group }));
  return app;
}

describe("sidebar (SHL-20)", () => {
  test("each group has its entries", async () => {
    const { user } = renderSample("/home");
    for (const { label, entries } of NAVIGATION) {
      const group = await bar().findByRole("button", { name: label });
      await user.click(group);
      const list = document.getElementById(group.getAttribute("aria-controls") ?? "");
      // The names of links to other apps also say that they open in a new tab.
      const names = within(list ?? group)
        .getAllByRole("link")
        .map(({ textContent }) => textContent.replace(" (opens in a new tab)", ""));
      expect(names, label).toEqual(entries.map((entry) => entry.label));
    }
  });

  test("external apps open in a new tab with the configured URL", async () => {
    await openGroup("Internal Apps");
    const link = bar().getByRole("link", { name: /^Facility CMS/ });
    expect(link.getAttribute("href")).toBe("https://cms.example/");
    expect(link.getAttribute("target")).toBe("_blank");
  });

  test.each([
    ["Reporting", "Drop Off Summary", permitted("OverrideDrop")],
    ["Routes", "JIT Management", permitted("UpdateJit", "GetUniqueRoutes")],
  ] as const)("%s has %s only with its feature flag", async (group, entry, options) => {
    await openGroup(group, { profile: "operations", ...options });
    expect(bar().queryByRole("link", { name: entry })).toBeNull();
  });

  test("shows only the groups and entries that the user has permission for", async () => {
    const { user } = await openGroup("Customer Service", permitted("GenerateCoupon", "GetAllLocation"));
    expect(bar().getByRole("link", { name: "Coupons" })).toBeDefined();
    expect(bar().queryByRole("button", { name: "Administration" })).toBeNull();
    await user.click(bar().getByRole("button", { name: "Locations" }));
    expect(bar().getByRole("link", { name: "All" })).toBeDefined();
    expect(bar().queryByRole("link", { name: "Add Fridge" })).toBeNull();
  });

  test("marks the current entry and opens its group", async () => {
    renderSample("/portfoliohealth/alerts");
    await heading("Alerts");
    const link = await bar().findByRole("link", { name: "Alerts" });
    expect(link.getAttribute("aria-current")).toBe("page");
    expect(bar().getAllByRole("button", { expanded: true })).toHaveLength(1);
  });

  test("marks the entry above a screen without an entry", async () => {
    renderSample("/locations/detail/IL_0001");
    await heading("Settings of IL_0001");
    const link = await bar().findByRole("link", { name: "All" });
    expect(link.getAttribute("aria-current")).toBe("true");
  });

  test("remembers opened groups and the collapsed state for each user", async () => {
    const { user } = await openGroup("Pars");
    await user.click(screen.getByRole("button", { name: "Collapse navigation" }));
    expect(screen.getByRole("button", { name: "Expand navigation" })).toBeDefined();
    expect(bar().getByRole("button", { name: "Pars" }).getAttribute("aria-expanded")).toBe("false");
    cleanup();

    renderSample("/home", { profile: "operations" });
    expect(await screen.findByRole("button", { name: "Collapse navigation" })).toBeDefined();
    cleanup();

    const again = renderSample("/home");
    await again.user.click(await screen.findByRole("button", { name: "Expand navigation" }));
    expect((await bar().findByRole("button", { name: "Pars" })).getAttribute("aria-expanded")).toBe("true");
  });

  test("a group of the collapsed sidebar expands it and opens the group", async () => {
    const { user } = renderSample("/home");
    await user.click(screen.getByRole("button", { name: "Collapse navigation" }));
    await user.click(await bar().findByRole("button", { name: "Forecast" }));
    expect(screen.getByRole("button", { name: "Collapse navigation" })).toBeDefined();
    expect(bar().getByRole("link", { name: "Upload" })).toBeDefined();
  });

  test("an entry opens its screen and focuses the screen's title", async () => {
    const { user } = await openGroup("Forecast");
    await user.click(bar().getByRole("link", { name: "Upload" }));
    const title = await heading("Forecast Upload");
    expect(document.activeElement).toBe(title);
    expect(document.title).toBe("Forecast Upload · Larder");
  });

  test("shows all permitted entries if the feature flags fail to load", async () => {
    renderSample("/home", {
      handlers: {
        featureFlags: () => {
          throw new ServerError("Forbidden", "");
        },
      },
    });
    expect(await bar().findByRole("button", { name: "Administration" })).toBeDefined();
  });
});

describe("top bar", () => {
  test.each([
    ["/home", ["Home"]],
    ["/locations/all", ["Locations", "All"]],
    ["/locations/detail/IL_0001", ["Locations", "All", "IL_0001"]],
    ["/locations/inventory/IL_0001", ["Locations", "All", "IL_0001", "Inventory"]],
    ["/locations/health/IL_0001", ["Fridge Health", "Fleet health", "IL_0001"]],
    ["/checkpoints", ["Reporting", "Checkpoints"]],
    ["/account", ["Home", "Account"]],
    ["/delivery", ["Home"]],
  ])("at %s the breadcrumbs are %j", async (address, crumbs) => {
    renderSample(address);
    const list = within(await screen.findByRole("navigation", { name: "Breadcrumbs" }));
    expect(list.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(crumbs);
  });

  test("shows the status of the location services as text (SHL-22)", async () => {
    const { user } = renderSample("/home", {
      handlers: {
        locations: () => {
          throw new ServerError("Internal", "");
        },
      },
    });
    await user.click(await bar().findByRole("button", { name: "Locations" }));
    await user.click(bar().getByRole("link", { name: "All" }));
    expect(await screen.findByText("Location Services: error")).toBeDefined();
    await user.click(screen.getByRole("link", { name: "Add Fridge" }));
    expect(await screen.findByText("Location Services: ok")).toBeDefined();
  });

  test("the user menu shows the signed-in user, the status of the location services and the version", async () => {
    const { user } = renderSample("/home", { profile: "operations" });
    await user.click(screen.getByRole("button", { name: "User operations@larder.example" }));
    const menu = within(await screen.findByRole("menu", { name: "User" }));
    expect(menu.getByText("Signed in as operations@larder.example")).toBeDefined();
    expect(menu.getByText(/^Location Services: /)).toBeDefined();
    expect(menu.getByText("Version dev")).toBeDefined();
    expect(menu.getByRole("menuitem", { name: "Log Out" })).toBeDefined();
  });

  test("the arrow keys move in the user menu, and Escape returns to its button", async () => {
    const { user } = renderSample("/home");
    const button = screen.getByRole("button", { name: /^User / });
    button.focus();
    await user.keyboard("{ArrowDown}");
    await waitFor(() => expect(screen.getByRole("menuitem", { name: "Account and security" })).toHaveFocus());
    await user.keyboard("{ArrowDown}{ArrowDown}");
    expect(screen.getByRole("menuitem", { name: "Log Out" })).toHaveFocus();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(button).toHaveFocus());
    expect(screen.queryByRole("menu")).toBeNull();
  });

  test("the user menu opens the account page", async () => {
    const { user, router } = renderSample("/home");
    await user.click(screen.getByRole("button", { name: /^User / }));
    await user.click(await screen.findByRole("menuitem", { name: "Account and security" }));
    await heading("Account");
    expect(router.state.location.pathname).toBe("/account");
  });
});

describe("drawer on a narrow screen", () => {
  const openDrawer = async () => {
    const media = { matches: true, addEventListener: () => undefined, removeEventListener: () => undefined };
    vi.spyOn(window, "matchMedia").mockReturnValue(Object.assign(new EventTarget(), window.matchMedia("all"), media));
    const app = renderSample("/home");
    await app.user.click(screen.getByRole("button", { name: "Menu" }));
    await screen.findByRole("dialog", { name: "Navigation" });
    return app;
  };

  test("opens with a button, and Escape closes it and returns the focus", async () => {
    const { user } = await openDrawer();
    expect(await bar().findByRole("button", { name: "Pars" })).toBeDefined();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.getByRole("button", { name: "Menu" })).toHaveFocus();
  });

  test("an entry opens its screen and closes the drawer", async () => {
    const { user } = await openDrawer();
    await user.click(await bar().findByRole("button", { name: "Forecast" }));
    await user.click(bar().getByRole("link", { name: "Upload" }));
    await heading("Forecast Upload");
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("route table (SHL-10)", () => {
  test.each([
    ["/", "Larder"],
    ["/home", "Larder"],
    ["/delivery", "Delivery"],
    ["/customers/group", "Customer Groups"],
    ["/Error", "Error"],
    ["/locations/new", "Add Fridge"],
    ["/locations/bulk_new", "Import Locations"],
    ["/locations/bulk_schedule", "Bulk Schedule"],
    ["/locations/view_routes", "View Routes By Date"],
    ["/locations/update_routes", "Upload Drivers"],
    ["/locations/update_weekly_routes", "Upload Routes"],
    ["/locations/fridge_software", "Fridge Software"],
    ["/locations/fridge_software/deployments", "Software Deployments"],
    ["/locations/inventory/CHI0001", "Inventory of CHI0001"],
    ["/locations/health/CHI0001", "Health of CHI0001"],
    ["/portfoliohealth", "Fridge Health Monitoring"],
    ["/portfoliohealth/alerts", "Alerts"],
    ["/forecast/view", `Forecast ${formatDay(businessDay())}`],
    ["/forecast/upload", "Forecast Upload"],
    ["/pars/list", "Pars"],
    ["/pars/upload", "Pars Upload"],
    ["/pars/prodreport", `Packing Slip Report ${formatDay(businessDay())}`],
    ["/reports/checkpoints", "Stocking Real-Time Dashboard"],
    ["/checkpoints", "Stocking Real-Time Dashboard"],
    ["/reports/emptychannels", "Empty Channel"],
    ["/reports/stockinglogs", "Stocking Logs"],
    ["/reports/routetemperatures", "Route Temperatures"],
    ["/reports/dropoffsummary", `Drop Off Summary ${formatDay(currentStockingDay())}`],
    ["/reports/stockouts", "Stock Outs"],
    ["/users/permissions", "User Permissions"],
    ["/loginext", "LogiNext"],
    ["/jit-management", `JIT Management ${formatDay(currentStockingDay())}`],
    ["/coupons", "Coupons"],
    ["/planograms", "Planogram"],
    ["/csv-pricing", "Update Item Prices"],
    ["/item-prices-landing", "Download Item Prices"],
  ])("%s shows the screen %s", async (address, title) => {
    renderSample(address);
    expect(await heading(title)).toBeDefined();
  });

  test("paths are case-insensitive", async () => {
    renderSample("/Home");
    expect(await heading("Larder")).toBeDefined();
  });

  test("any other /pars/* redirects to /pars/list", async () => {
    const { router } = renderSample("/pars/any/other/path");
    await heading("Pars");
    expect(router.state.location.pathname).toBe("/pars/list");
  });

  test("the last segment of an inventory path is the fridge", async () => {
    const { router } = renderSample("/locations/inventory/building/2/CHI0001");
    await heading("Inventory of CHI0001");
    expect(router.state.location.pathname).toBe("/locations/inventory/CHI0001");
  });

  test("/locations/health without a fridge redirects to the fleet", async () => {
    const { router } = renderSample("/locations/health");
    await heading("Fridge Health Monitoring");
    expect(router.state.location.pathname).toBe("/portfoliohealth");
  });

  test.each(["/reports/dropoffsummary", "/jit-management"])(
    "%s redirects to the home page without its feature flag",
    async (address) => {
      const { router } = renderSample(address, { profile: "operations" });
      await heading("Larder");
      expect(router.state.location.pathname).toBe("/home");
    },
  );

  test("an unknown path shows 'Sorry, page not found!'", async () => {
    renderSample("/nothing/here");
    expect(await screen.findByText("Sorry, page not found!")).toBeDefined();
  });

  test("/Error shows 'An error occurred. Please report to the Technology team'", async () => {
    renderSample("/Error");
    expect(await screen.findByText("An error occurred. Please report to the Technology team")).toBeDefined();
  });

  test("/delivery shows that the action is no longer necessary", async () => {
    renderSample("/delivery");
    expect(await screen.findByText("This action is no longer necessary.")).toBeDefined();
  });

  test("/customers/group shows that the service is being migrated and links the per diem form", async () => {
    renderSample("/customers/group");
    expect(await screen.findByText(/This service is being migrated\. For per diem requests/)).toBeDefined();
    expect(screen.getByRole("link", { name: "fill in the form" }).getAttribute("href")).toBe(
      "https://forms.example/per-diem",
    );
  });
});

describe("home page (SHL-4)", () => {
  test("shows the title and the tagline 'A simple insight into the field'", async () => {
    renderSample("/home");
    expect(await heading("Larder")).toBeDefined();
    expect(screen.getByText("A simple insight into the field")).toBeDefined();
  });

  test("links the screens that the user has permission for", async () => {
    renderSample("/home", { profile: "read-only" });
    const locations = within(await screen.findByRole("region", { name: "Locations" }));
    expect(locations.getByRole("link", { name: "All" })).toBeDefined();
    expect(locations.queryByRole("link", { name: "Add Fridge" })).toBeNull();
  });

  test("the fridge search opens the filtered list", async () => {
    const { router, user } = renderSample("/home", {
      handlers: { locations: () => ({ items: [], nextToken: null }) },
    });
    await user.type(await screen.findByRole("searchbox", { name: "Find a fridge" }), "chi0042{Enter}");
    await waitFor(() => expect(router.state.location.pathname).toBe("/locations/all"));
    expect(router.state.location.search).toBe("?text=chi0042");
  });

  test("shows a failure to load the permissions and offers a retry", async () => {
    let isServerUp = false;
    const { user } = renderSample("/home", {
      handlers: {
        myPermissions: () => {
          if (!isServerUp) throw new ServerError("Internal", "");
          return ["GetAllLocation"];
        },
      },
    });
    const retry = await screen.findByRole("button", { name: "Retry" });
    expect(screen.getByText("Unable to load your permissions. Check your internet connection.")).toBeDefined();
    isServerUp = true;
    await user.click(retry);
    expect(await screen.findByRole("searchbox", { name: "Find a fridge" })).toBeDefined();
  });

  test("shows users without permissions how to get access", async () => {
    renderSample("/home", { profile: "no-permissions" });
    expect(await screen.findByText(/You don't have any permissions yet/)).toBeDefined();
    expect(screen.queryByRole("searchbox")).toBeNull();
  });
});

test("the console checks access at least once a minute", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { server } = renderSample("/home", { profile: "operations" });
  const checks = () => server.calls.filter(({ name }) => name === "myPermissions").length;
  await waitFor(() => expect(checks()).toBe(1));
  await vi.advanceTimersByTimeAsync(ACCESS_CHECK_INTERVAL);
  await waitFor(() => expect(checks()).toBe(2));
  expect(ACCESS_CHECK_INTERVAL).toBeLessThanOrEqual(60_000);
  vi.useRealTimers();
});
