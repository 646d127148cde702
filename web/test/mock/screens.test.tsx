import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { clearCache } from "../../src/lib/storage";
import { businessDay } from "../../src/lib/day";
import { renderApp } from "../renderApp";

const TODAY = businessDay();

/** A text of the sample data on each screen, so that no screen is empty in `npm run dev:mock`. */
const SCREENS: readonly (readonly [string, string | RegExp])[] = [
  ["/home", "1 too warm"],
  ["/locations/all", "Chicago Tower 1"],
  ["/locations/detail/IL_0001", "Lobby, left of the elevators"],
  ["/locations/schedule", /There is no layout Office 41/],
  ["/locations/schedule/IL_0001", "operations@larder.example"],
  ["/locations/view_routes", /amber/i],
  ["/locations/update_weekly_routes", "week 47.csv"],
  ["/locations/fridge_software", /2\.4\.1/],
  ["/locations/fridge_software/deployments", "Agent 3.0.6"],
  ["/locations/fridge_software/deployments/deployment-stopped", "Stopped automatically"],
  ["/locations/inventory/IL_0001", /Lemonade/],
  ["/locations/health/IL_0001", /44\.6/],
  ["/portfoliohealth", /IL_0001/],
  ["/portfoliohealth/alerts", "44.6 degrees"],
  [`/forecast/view?date=${TODAY}`, "Cobb Salad"],
  ["/pars/upload", "pars.csv"],
  [`/pars/prodreport?date=${TODAY}`, "Turkey Wrap"],
  [`/reports/emptychannels?date=${TODAY}`, /IL_0001/],
  [`/reports/stockouts?date=${TODAY}`, /IL_0001/],
  [`/checkpoints?show=routes&date=${TODAY}`, /amber/i],
  [`/jit-management?date=${TODAY}`, /IL_0001/],
  [`/reports/dropoffsummary?date=${TODAY}`, /IL_0009/],
  ["/loginext", /Chicago/],
  ["/planograms", /Office 40/],
  ["/item-prices-landing", /PMT_STANDARD/],
  ["/coupons", "LARDER42"],
  ["/users/permissions", /read-only@larder\.example/],
  ["/account", /Nov|20/],
];

beforeEach(async () => {
  await clearCache();
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
});

test.each(SCREENS)("%s shows the sample data: %s", async (address, text) => {
  renderApp(address, { sample: true });
  await waitFor(() => expect(screen.queryAllByText(text)).not.toEqual([]), { timeout: 8000 });
});
