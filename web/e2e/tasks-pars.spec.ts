/** The correction of a pars file on the screen (docs/requirements/planning.md, PAR-8). */
import { expect, expectAccessible, signIn, test } from "./fixtures";
import { callGraphql, uniqueDays } from "./route-stops";
import { openHome, startCounting } from "./task";

const HEADER = "location,dropOffDate,deliveryDate,stockingIndex,item,par,overCapacityAmount,jit,priorityBoost";
const SLOW = { timeout: 90_000 };

interface OpsLocationsData {
  readonly opsLocations: { readonly locations: readonly Readonly<Record<string, string | null>>[] };
}

test("fixes and uploads a pars file with three errors in five interactions", { tag: "@long" }, async ({ page }) => {
  test.slow();
  await signIn(page, "admin", "/home");
  const query = "{ opsLocations { locations { id type routingTag fulfillmentCenter parkToFridgeInstructions } } }";
  const [data] = await callGraphql<OpsLocationsData>(page, query, [{}]);
  const tagged = data?.opsLocations.locations.find(
    (line) => line.routingTag && line.fulfillmentCenter && line.parkToFridgeInstructions,
  );
  const location = tagged?.id ?? "";
  const [day = "", otherDay = ""] = uniqueDays(2);
  // The misspelled location is one error of each stocking, and the par is the third error.
  const lines = [
    `${location}_typo,${day},${day},1,Harvest Salad,6,2,true,`,
    `${location}_typo,${otherDay},${otherDay},1,Harvest Salad,6,2,true,`,
    `${location},${day},${day},2,Harvest Salad,six,2,true,`,
  ];
  const file = { name: "pars.csv", mimeType: "text/csv", buffer: Buffer.from([HEADER, ...lines].join("\r\n")) };
  await openHome(page, "Pars");

  const { interact, count } = startCounting();
  const sidebar = page.getByRole("navigation", { name: "Main" });
  await interact(sidebar.locator('a[href="/pars/upload"]').click());
  await expect(page.getByLabel("CSV file")).toBeAttached(SLOW);
  await interact(page.getByLabel("CSV file").setInputFiles(file));
  await expect(page.getByRole("heading", { name: "Validation Errors (3)" })).toBeVisible(SLOW);
  await expectAccessible(page);
  await interact(page.getByRole("textbox", { name: "location, line 2" }).fill(location));
  await interact(page.getByRole("textbox", { name: "par, line 4" }).fill("6"));
  await page.keyboard.press("Enter");
  await expect(page.getByText("3 rows corrected on this page")).toBeVisible(SLOW);
  await interact(page.getByRole("button", { name: "Upload Pars" }).click());
  expect(count()).toBe(5);
  await expect(page.getByText("Upload Complete")).toBeVisible(SLOW);
});
