import { expect, expectAccessible, expectAccessibleEverywhere, signIn, test } from "./fixtures";
import { createFridge, openFridge, openRow, openTab, rowWith, save } from "./location-fridge";

test.beforeEach(({ page }) => signIn(page, "admin"));

test(
  "edits an address, hours and a percentage, and lists the changes in the history",
  { tag: "@long" },
  async ({ page }) => {
    const id = await createFridge(page);
    await openFridge(page, id);

    const address = await openRow(page, "address");
    await address.getByLabel("street").fill("1 E Main St");
    await address.getByLabel("city").fill("Madison");
    await address.getByLabel("state").selectOption("WI");
    await address.getByLabel("zipCode").fill("53703");
    await save(address);
    await expect(page.getByText("Successfully updated")).toBeVisible();
    await expect(rowWith(page, "address", "1 E Main St, Madison, WI 53703")).toBeVisible();

    const hours = await openRow(page, "hours");
    await hours.getByLabel("No", { exact: true }).check();
    await hours.getByLabel("Start Hours for Monday").fill("08:00");
    await hours.getByLabel("End Hours for Monday").fill("17:00");
    await hours.getByRole("button", { name: "Copy Monday to Tue–Fri" }).click();
    await hours.getByLabel("Start Hours for Saturday").fill("09:00");
    await hours.getByLabel("End Hours for Saturday").fill("12:00");
    await save(hours);
    await expect(rowWith(page, "hours", "Mon-Fri 08:00 to 17:00; Sat 09:00 to 12:00;")).toBeVisible();

    const percentage = await openRow(page, "percentage");
    await percentage.getByLabel("percentage").fill("12.75");
    await save(percentage);
    await expect(rowWith(page, "percentage", "12.75%")).toBeVisible();

    await openTab(page, "History");
    const history = page.getByRole("region", { name: "History" });
    await expect(history.getByText("admin@larder.example").first()).toBeVisible();
    await expect(history.getByText(/percentage: 10% → 12\.75%/)).toBeVisible();

    await openTab(page, "Settings");
    await page.reload();
    await expect(rowWith(page, "percentage", "12.75%")).toBeVisible();
    await expect(rowWith(page, "hours", "Mon-Fri 08:00 to 17:00; Sat 09:00 to 12:00;")).toBeVisible();
  },
);

test("shows the required validation messages, and saves nothing", async ({ page }) => {
  await openFridge(page, await createFridge(page));

  for (const [label, value, message] of [
    ["latitude", "50", "latitude should be a number in the range of 28 to 49!"],
    ["longitude", "-60", "longitude should be a number in the range of -128 to -67!"],
    ["percentage", "", "percentage cannot be empty"],
    ["taxRate", "abc", "taxRate should be a number in the range of 0 to 30!"],
    ["stop", "2.5", "stop cannot be a decimal number"],
    ["ip", "10.0.0", "IP Address invalid"],
  ] as const) {
    const dialog = await openRow(page, label);
    await dialog.getByLabel(label).fill(value === "" ? "x" : value);
    await dialog.getByLabel(label).fill(value);
    await expect(dialog.getByText(message)).toBeVisible();
    await save(dialog);
    await expect(dialog).toBeVisible();
    await dialog.getByRole("button", { name: "Close" }).click();
  }

  const address = await openRow(page, "address");
  await address.getByLabel("zipCode").fill("");
  await expect(address.getByText("zipCode cannot be empty")).toBeVisible();
  await address.getByRole("button", { name: "Close" }).click();

  const hours = await openRow(page, "hours");
  await hours.getByLabel("No", { exact: true }).check();
  await save(hours);
  await expect(hours.getByText("Time should be entered for atleast one day")).toBeVisible();
  await hours.getByLabel("Start Hours for Tuesday").fill("17:00");
  await expect(hours.getByText("Both Start Hours and End hours for Tuesday should be present or absent")).toBeVisible();
  await hours.getByLabel("End Hours for Tuesday").fill("08:00");
  await expect(hours.getByText("Start Hours for Tuesday should be a time in past to End hours")).toBeVisible();
  await hours.getByRole("button", { name: "Close" }).click();

  const layout = await openRow(page, "layoutName");
  await layout.getByRole("combobox").fill("no such layout");
  await expect(layout.getByText("Please select a valid option from the dropdown")).toBeVisible();
  await expect(layout.getByRole("button", { name: "Save" })).toBeDisabled();
});

test("cancels the edit and restores the old value on Escape, by keyboard only", async ({ page }) => {
  await openFridge(page, await createFridge(page));
  const row = rowWith(page, "percentage", "10%");
  await row.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "percentage" });
  await expect(dialog.getByLabel("percentage")).toBeFocused();
  await page.keyboard.type("5");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(row).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("percentage")).toHaveValue("10");
});

test("opens the list for an unknown id", async ({ page }) => {
  await page.goto("/locations/detail/UNKNOWN_ID");
  await expect(page).toHaveURL(/\/locations\/all/);
  await expect(page.getByText("There is no location UNKNOWN_ID.")).toBeVisible();
});

test("is accessible with its dialogs, also on a phone", { tag: "@accessible" }, async ({ page }) => {
  await openFridge(page, await createFridge(page));
  await expectAccessible(page);
  const hours = await openRow(page, "hours");
  await hours.getByLabel("No", { exact: true }).check();
  await expectAccessibleEverywhere(page);
});
