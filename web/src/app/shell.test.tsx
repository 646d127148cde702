import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { renderApp } from "../../test/renderApp";
import { ServerError, type ServerOptions } from "../../test/server";
import { ACCESS_CHECK_INTERVAL } from "../session/permissions";
import { NAVIGATION, isCurrent } from "./navigation";

/** Renders the console with the sample server, because the test is not about one screen. */
const renderSample = (address: string, options: ServerOptions = {}) => renderApp(address, { ...options, sample: true });
const bar = () => within(screen.getByRole("navigation", { name: "Main" }));
const heading = (name: string) => screen.findByRole("heading", { level: 1, name });

describe("navigation bar (SHL-20)", () => {
  const open = async (group: string) => {
    const { user } = renderSample("/home");
    await user.click(bar().getByRole("button", { name: group }));
    return user;
  };

  test.each(NAVIGATION.map((group) => [group.label, group.entries.map((entry) => entry.label)] as const))(
    "the group %s has the entries %j",
    async (group, entries) => {
      await open(group);
      for (const entry of entries) {
        expect(await bar().findByRole("link", { name: new RegExp(`^${entry}`) })).toBeDefined();
      }
    },
  );

  test("external apps open in a new tab with the configured URL", async () => {
    await open("Internal Apps");
    const link = bar().getByRole("link", { name: /^Facility CMS/ });
    expect(link.getAttribute("href")).toBe("https://cms.example/");
    expect(link.getAttribute("target")).toBe("_blank");
  });

  test.each([
    ["Reporting", "Drop Off Summary"],
    ["Routes", "JIT Management"],
  ])("%s has %s only with its feature flag", async (group, entry) => {
    const { user, queryClient } = renderSample("/home", { profile: "operations" });
    await waitFor(() => expect(queryClient.getQueryData(["featureFlags"])).toBeDefined());
    await user.click(bar().getByRole("button", { name: group }));
    expect(bar().queryByRole("link", { name: entry })).toBeNull();
  });

  test("the user menu shows the signed-in user, the status of the location services and the version", async () => {
    const { user } = renderSample("/home", { profile: "operations" });
    await user.click(bar().getByRole("button", { name: /User/ }));
    expect(bar().getByRole("button", { name: "Log Out" })).toBeDefined();
    expect(bar().getAllByText("operations@larder.example")).toHaveLength(2);
    expect(bar().getAllByRole("img", { name: /Location Services: / })).toHaveLength(2);
    expect(bar().getByText("Version").nextSibling?.textContent).toBe("dev");
  });

  test.each([
    ["/locations/all", "Locations"],
    ["/Locations/detail/CHI0001", "Locations"],
    ["/locations/view_routes", "Routes"],
    ["/reports/stockouts", "Reporting"],
    ["/coupons", undefined],
  ])("at %s the current group is %s", (address, group) => {
    expect(NAVIGATION.find((candidate) => isCurrent(candidate, address))?.label).toBe(group);
  });

  test("Escape closes a group and focuses its button", async () => {
    const user = await open("Routes");
    const button = bar().getByRole("button", { name: "Routes" });
    expect(button.getAttribute("aria-expanded")).toBe("true");
    await user.keyboard("{Escape}");
    expect(button.getAttribute("aria-expanded")).toBe("false");
    expect(document.activeElement).toBe(button);
  });

  test("an entry opens its screen, closes the group and focuses the screen's title", async () => {
    const user = await open("Forecast");
    await user.click(bar().getByRole("link", { name: "Upload" }));
    const title = await heading("Forecast Upload");
    expect(document.activeElement).toBe(title);
    expect(bar().getByRole("button", { name: "Forecast" }).getAttribute("aria-expanded")).toBe("false");
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
    ["/locations/inventory/CHI0001", "Inventory of CHI0001"],
    ["/locations/health/CHI0001", "Health of CHI0001"],
    ["/portfoliohealth", "Fridge Health Monitoring"],
    ["/portfoliohealth/alerts", "Alerts"],
    ["/forecast/view", "Forecast"],
    ["/forecast/upload", "Forecast Upload"],
    ["/pars/list", "Pars"],
    ["/pars/upload", "Pars Upload"],
    ["/pars/prodreport", "Packing Slip Report"],
    ["/reports/checkpoints", "Stocking Real-Time Dashboard"],
    ["/checkpoints", "Stocking Real-Time Dashboard"],
    ["/reports/emptychannels", "Empty Channel"],
    ["/reports/stockinglogs", "Stocking Logs"],
    ["/reports/routetemperatures", "Route Temperatures"],
    ["/reports/dropoffsummary", "Drop Off Summary"],
    ["/reports/stockouts", "Stock Outs"],
    ["/users/permissions", "User Permissions"],
    ["/loginext", "LogiNext"],
    ["/jit-management", "JIT Management"],
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
