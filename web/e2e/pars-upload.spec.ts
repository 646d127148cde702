/** Pars upload (docs/requirements/planning.md). */
import { expect, expectAccessibleEverywhere, signIn, test } from "./fixtures";
import { callGraphql, uniqueDays } from "./route-stops";

const HEADER = "location,dropOffDate,deliveryDate,stockingIndex,item,par,overCapacityAmount,jit,priorityBoost";
const SLOW = { timeout: 90_000 };

interface OpsLocationsData {
  readonly opsLocations: { readonly locations: readonly Readonly<Record<string, string | null>>[] };
}

test(
  "uploads pars after their errors are fixed, and shows them at the location",
  { tag: "@long" },
  async ({ page }) => {
    test.slow();
    await signIn(page, "admin", "/pars/upload");
    const query = "{ opsLocations { locations { id type routingTag fulfillmentCenter parkToFridgeInstructions } } }";
    const [data] = await callGraphql<OpsLocationsData>(page, query, [{}]);
    const tagged = data?.opsLocations.locations.find(
      (line) => line.routingTag && line.fulfillmentCenter && line.parkToFridgeInstructions,
    );
    const location = tagged?.id ?? "";
    const [day = ""] = uniqueDays(1);
    const file = (overCapacity: string) => ({
      name: "pars.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(`${HEADER}\r\n${location},${day},${day},,Harvest Salad,6,${overCapacity},true,\r\n`),
    });
    await page.getByLabel("CSV file").setInputFiles(file("-1"), SLOW);
    await expect(page.getByRole("heading", { name: "Validation Errors (1)" })).toBeVisible(SLOW);
    await expect(page.getByText(`${day}#${location}#1 - has an error:`)).toBeVisible();
    await expectAccessibleEverywhere(page);
    await page.getByLabel("CSV file").setInputFiles(file("2.5"));
    await page.getByRole("button", { name: "Upload Pars" }).click(SLOW);
    await expect(page.getByText("Upload Complete")).toBeVisible(SLOW);

    await page.goto(`/pars/list?location=${location}&date=${day}`);
    await expect(page.getByRole("cell", { name: "Harvest Salad" })).toBeVisible(SLOW);
    await expect(page.getByRole("cell", { name: "2.5" })).toBeVisible();
  },
);
