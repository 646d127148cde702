/** Fridge Software Inventory and deployment (docs/requirements/software.md). */
import type { Page } from "@playwright/test";
import { expect, expectAccessible, signIn, test } from "./fixtures";
import { createFridge } from "./location-fridge";

const ADDRESS = "/locations/fridge_software";
const count = (page: Page) => page.getByRole("status").filter({ hasText: /^[\d,]+ fridges?$/ });

test(
  "deploys to a typed fridge with a pilot, shows the result, and rolls back in one step",
  { tag: "@long" },
  async ({ page }) => {
    // Two deployments and a rollback take longer than the default timeout.
    test.slow();
    await signIn(page, "operations", ADDRESS);
    const id = await createFridge(page);
    await expect(count(page)).toBeVisible();
    const deploy = async (version: string, pilot?: string) => {
      await page.getByRole("button", { name: "Create Deployment" }).click();
      await page.getByPlaceholder("Enter each Fridge ID on a new line").fill(id);
      await page.getByLabel("Software").selectOption("Agent");
      await page.getByLabel("Version").selectOption(version);
      if (pilot) {
        await page.getByLabel("Pilot?").check();
        await page.getByLabel("Pilot ID").fill(pilot);
        await page.getByLabel("Display Name").fill(`Pilot ${pilot}`);
        await page.getByLabel("Pilot Stage").fill("1");
        await page.getByLabel("End Date").fill("2099-01-01");
        await page.getByLabel("Description").fill("One fridge");
        await expectAccessible(page);
      }
      await page.getByRole("button", { name: "DEPLOY" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "DEPLOY" }).click();
      const result = page.getByRole("dialog", { name: "Deployment" });
      await expect(result).toContainText("The FridgeSoftwareVersion table was successfully updated.");
      await expect(result).toContainText(pilot ? "The FridgeSoftwarePilots table was successfully updated." : "N/A");
      await expect(result.getByRole("link", { name: "Watch" })).toHaveAttribute("href", /watch=yes/);
      await result.getByRole("button", { name: "Close" }).click();
    };
    await deploy("3.11.0");
    await deploy("3.12.0", id.toLowerCase());

    // The fridge has not reported the version yet.
    const watched = `status=OFFLINE&software=FRIDGE_AGENT&version=3.12.0&pilot=${id.toLowerCase()}&watch=yes`;
    await page.goto(`${ADDRESS}?${watched}`);
    await expect(page.getByText("0 of 1 fridges run the deployed version")).toBeVisible();
    await expect(
      page.getByRole("table", { name: "Fridges with the deployed version" }).getByRole("row").filter({ hasText: id }),
    ).toContainText("Sent");
    await expectAccessible(page);

    // A new fridge is OFFLINE. It is the only fridge of its pilot.
    await page.goto(`${ADDRESS}?status=OFFLINE&pilot=${id.toLowerCase()}`);
    await expect(count(page)).toHaveText("1 fridge");
    const row = page.getByRole("row").filter({ hasText: id });
    await expect(row.locator("[data-column=FRIDGE_AGENT]")).toHaveText("3.12.0");
    await row.getByRole("button", { name: /^Pilot / }).focus();
    await expect(page.getByRole("tooltip")).toContainText("2099-01-01");
    await page.getByRole("button", { name: "Version spread" }).click();
    await page.locator("summary").filter({ hasText: "Agent" }).click();
    await page.getByRole("button", { name: "Roll back Agent 3.12.0" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Roll back" }).click();
    await page
      .getByRole("dialog", { name: /^Rollback of/ })
      .getByRole("button", { name: "Close" })
      .click();

    await page.goto(`${ADDRESS}?status=OFFLINE&pilot=${id.toLowerCase()}`);
    await expect(row.locator("[data-column=FRIDGE_AGENT]")).toHaveText("3.11.0");
    await row.getByRole("button", { name: "History" }).click();
    await expect(page.getByRole("dialog").getByRole("listitem")).toHaveCount(3);
  },
);

test("blocks an unknown ID, and names a fridge that fails", { tag: "@long" }, async ({ page }) => {
  await signIn(page, "operations", ADDRESS);
  await page.getByRole("button", { name: "Create Deployment" }).click();
  await page.getByPlaceholder("Enter each Fridge ID on a new line").fill("UNKNOWN_ID");
  const hazard = "The following fridges IDs do not exist in the Locations table:";
  // The check reads all locations, and the stack can have thousands.
  const unknownIds = page.getByRole("alert").filter({ hasText: hazard });
  await expect(unknownIds).toContainText("UNKNOWN_ID", { timeout: 30_000 });
  await expect(page.getByRole("button", { name: "DEPLOY" })).toHaveAttribute("aria-disabled", "true");

  // A wholesale location exists but is not a fridge.
  const ids = await page.evaluate(async () => {
    const { graphqlUrl } = (await (await fetch("/config.json")).json()) as { graphqlUrl: string };
    const key = Object.keys(localStorage).find((name) => name.endsWith(".idToken"));
    const response = await fetch(graphqlUrl, {
      method: "POST",
      headers: { authorization: localStorage.getItem(key ?? "") ?? "", "content-type": "application/json" },
      body: JSON.stringify({ query: "{ opsLocations(filter: { type: WHOLESALE }) { locations { id } } }" }),
    });
    const body = (await response.json()) as { data: { opsLocations: { locations: { id: string }[] } } };
    return body.data.opsLocations.locations.map(({ id }) => id);
  });
  const [wholesale = ""] = ids;
  await page.getByPlaceholder("Enter each Fridge ID on a new line").fill(wholesale);
  await page.getByLabel("Software").selectOption("UI");
  await page.getByLabel("Version").selectOption({ index: 1 });
  await page.getByRole("button", { name: "DEPLOY" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "DEPLOY" }).click();
  const result = page.getByRole("alertdialog");
  await expect(result).toContainText("The FridgeSoftwareVersion table failed to update.");
  await expect(result).toContainText("The following fridges failed to update:");
  await expect(result).toContainText(wholesale);
});

test("filters fridges, and shows them as cards on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await signIn(page, "read-only", ADDRESS);
  await expect(count(page)).toBeVisible();
  const all = Number((await count(page).textContent())?.replace(/\D/g, ""));
  await page.getByRole("button", { name: "FILTER • (LIVE) SELECTED" }).click();
  const dialog = page.getByRole("dialog", { name: "Filter by" });
  await dialog.getByLabel("Software").selectOption("Agent");
  await dialog.getByLabel(/^3\.12\.0/).check();
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByRole("button", { name: "FILTER • (LIVE | Agent = 3.12.0) SELECTED" })).toBeVisible();
  expect(Number((await count(page).textContent())?.replace(/\D/g, ""))).toBeLessThan(all);
  await expect(page).toHaveURL(/software=FRIDGE_AGENT&version=3\.12\.0/);
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: "Clear filter" }).click();
  await expect(page.getByRole("button", { name: "FILTER", exact: true })).toBeVisible();
});
