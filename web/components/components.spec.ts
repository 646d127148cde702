/** Checks every component in every state: see examples/. */
import { expect, test, type Page } from "@playwright/test";
import { DESKTOP, expectNoViolations, expectReflow, REFLOW } from "./checks";
import { COMPONENTS } from "./servers";

const EXAMPLES = [
  "Buttons",
  "Fields",
  "Fields with values",
  "Fields with errors",
  "Other fields",
  "Choices",
  "Fields of a week",
  "Texts",
  "Facts and tags",
  "Panels and toolbars",
  "Loading and empty states",
  "Failed states",
  "Live data",
  "Table with selection",
  "Table with groups",
  "Long table",
  "Empty tables",
  "Plain table",
  "Dialogs",
  "Forms",
  "Messages",
];

/** Buttons that open a layer, with the example that contains them. */
const LAYERS = [
  ["Dialogs", "Open dialog"],
  ["Dialogs", "Open wide dialog"],
  ["Dialogs", "Open side dialog"],
  ["Dialogs", "Open alert"],
  ["Dialogs", "Open confirmation"],
  ["Forms", "Open form"],
  ["Forms", "Open side form"],
  ["Table with selection", "Table options"],
] as const;

/** The element of a dialog or a popover. */
const LAYER = ":is([role=dialog], [role=alertdialog])";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page) => page.locator(LAYER);

async function open(page: Page, example: string): Promise<void> {
  await page.clock.setFixedTime(new Date("2026-11-21T16:00:00Z"));
  await page.setViewportSize(DESKTOP);
  await page.goto(`${COMPONENTS}/?example=${encodeURIComponent(example)}`);
  await expect(page.getByRole("heading", { level: 1, name: example })).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
}

async function openLayer(page: Page, example: string, opener: string): Promise<void> {
  await open(page, example);
  await button(page, opener).focus();
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toBeVisible();
}

/** Compares light and dark mode with the stored screenshots. */
async function expectScreenshots(
  page: Page,
  name: string,
  target = page.locator("main section").first(),
): Promise<void> {
  await page.setViewportSize({ width: 700, height: 700 });
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expect.soft(target).toHaveScreenshot(`${name.toLowerCase().replaceAll(" ", "-")}-${colorScheme}.png`);
  }
  await page.emulateMedia({ colorScheme: "light" });
}

test("the tests know all examples", async ({ page }) => {
  await page.goto(COMPONENTS);
  await expect(page.getByRole("navigation").getByRole("link")).toHaveText(EXAMPLES);
});

for (const example of EXAMPLES) {
  test(example, async ({ page }) => {
    const messages: string[] = [];
    page.on("pageerror", (error) => messages.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "warning" || message.type() === "error") messages.push(message.text());
    });
    await open(page, example);
    await expectScreenshots(page, example);
    await page.setViewportSize(DESKTOP);
    await expectNoViolations(page);
    await expectReflow(page);
    expect.soft(messages, "messages of the console").toEqual([]);
  });
}

for (const [example, opener] of LAYERS) {
  test(`${opener}: is accessible, keeps the focus inside and returns it`, async ({ page }) => {
    await openLayer(page, example, opener);
    await expectScreenshots(page, opener, dialog(page));
    await page.setViewportSize(DESKTOP);
    await expectNoViolations(page, LAYER);
    for (let count = 0; count < 12; count += 1) {
      await page.keyboard.press("Tab");
      await expect(page.locator(`${LAYER}:focus, ${LAYER} :focus`)).toHaveCount(1);
    }
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toHaveCount(0);
    await expect(button(page, opener)).toBeFocused();
  });

  test(`${opener}: reflows at 320 px`, async ({ page }) => {
    await openLayer(page, example, opener);
    await expectReflow(page);
    const box = await dialog(page).boundingBox();
    expect(box?.width).toBeLessThanOrEqual(REFLOW.width);
    expect(box?.x).toBeGreaterThanOrEqual(0);
  });
}

test.describe("Escape closes only the innermost layer", () => {
  test("the list of a combobox in a form", async ({ page }) => {
    await openLayer(page, "Forms", "Open form");
    const layout = page.getByRole("combobox", { name: "Layout" });
    await layout.click();
    await expect(page.getByRole("listbox")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("listbox")).toHaveCount(0);
    await expect(layout).toBeFocused();
    await expect(dialog(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toHaveCount(0);
  });

  test("the calendar in a form, which returns the focus to its button", async ({ page }) => {
    await openLayer(page, "Forms", "Open form");
    const calendar = page.getByRole("button", { name: /calendar|opening day/i });
    await calendar.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("grid")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("grid")).toHaveCount(0);
    await expect(calendar).toBeFocused();
    await expect(dialog(page)).toBeVisible();
  });

  test("the confirmation above a form with changes, which keeps them", async ({ page }) => {
    await openLayer(page, "Forms", "Open form");
    const name = page.getByRole("textbox", { name: "Name" });
    await expect(name).toBeFocused();
    await name.fill("Chicago Tower");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("heading", { name: "Discard changes?" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("heading", { name: "Discard changes?" })).toHaveCount(0);
    await expect(name).toHaveValue("Chicago Tower");
  });

  test("a tooltip, which stays closed", async ({ page }) => {
    await open(page, "Buttons");
    await button(page, "About the layout").focus();
    await expect(page.getByRole("tooltip")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("tooltip")).toHaveCount(0);
    await expect(button(page, "About the layout")).toBeFocused();
  });
});

test("a combobox selects with the arrow keys and keeps the focus", async ({ page }) => {
  await open(page, "Fields");
  const schema = page.getByRole("combobox", { name: "Price schema" });
  await schema.focus();
  await page.keyboard.type("ne");
  await expect(page.getByRole("option")).toHaveText(["NE_STANDARD", "NE_PREMIUM"]);
  await expectNoViolations(page, "[role=listbox]");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(schema).toHaveValue("NE_PREMIUM");
  await expect(schema).toBeFocused();
});

test("a date picker selects with the arrow keys", async ({ page }) => {
  await open(page, "Fields with values");
  const field = page.getByRole("textbox", { name: "Date" });
  await page.getByRole("button", { name: /calendar|date/i }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("grid")).toBeVisible();
  await expectNoViolations(page, "[role=dialog]");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("grid")).toHaveCount(0);
  await expect(field).toHaveValue("11/22/2026");
});

test("a failed submission focuses the first invalid field", async ({ page }) => {
  await openLayer(page, "Forms", "Open form");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Enter a name")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
});

test("a conflict replaces the fields of a form", async ({ page }) => {
  await openLayer(page, "Forms", "Open form");
  await page.keyboard.type("Chicago Tower 2");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert", { name: "Conflict" })).toBeVisible();
  await expectScreenshots(page, "conflict", dialog(page));
  await expectNoViolations(page);
  await expectReflow(page);
});

for (const [opener, text] of [
  ["Show success", "The location was saved."],
  ["Show failure", "The location was not saved."],
  ["Show notice", "A newer version is available."],
  ["Show command result", "Restarted IL_0001"],
] as const) {
  test(`${opener}: the message is accessible`, async ({ page }) => {
    await open(page, "Messages");
    await button(page, opener).click();
    await expect(page.getByText(text)).toBeVisible();
    await expectNoViolations(page);
  });
}

test.describe("the font", () => {
  test("is loaded from the app's origin", async ({ page }) => {
    const response = page.waitForResponse(/inter-latin.*\.woff2$/);
    await open(page, "Texts");
    expect((await response).url()).toContain(COMPONENTS);
    expect(await page.evaluate(() => document.fonts.check("16px 'Inter Variable'"))).toBe(true);
  });

  for (const weight of [400, 600]) {
    test(`has a fallback of the same size for weight ${String(weight)}, so that the layout does not shift`, async ({
      page,
    }) => {
      await open(page, "Texts");
      const [inter, fallback] = await page.evaluate(async (fontWeight) => {
        const measure = async (family: string) => {
          const font = `${String(fontWeight)} 160px "${family}"`;
          await document.fonts.load(font);
          const sample = document.createElement("span");
          sample.style.cssText = `font: ${font}; position: absolute; white-space: nowrap`;
          sample.textContent = "Last reported 3 minutes ago: the fridge in the lobby is too warm";
          document.body.append(sample);
          const { width, height } = sample.getBoundingClientRect();
          return { width, height };
        };
        return [await measure("Inter Variable"), await measure("Inter Fallback")];
      }, weight);
      if (!inter || !fallback) throw new Error("Nothing was measured");
      expect(Math.abs(fallback.width / inter.width - 1)).toBeLessThan(0.03);
      expect(Math.abs(fallback.height / inter.height - 1)).toBeLessThan(0.01);
    });
  }

  test("has figures of equal width", async ({ page }) => {
    await open(page, "Texts");
    const widths = await page.evaluate(() =>
      ["1111", "0000", "4747"].map((figures) => {
        const sample = document.createElement("span");
        sample.style.fontSize = "160px";
        sample.textContent = figures;
        document.querySelector("main")?.append(sample);
        return sample.getBoundingClientRect().width;
      }),
    );
    expect(new Set(widths).size).toBe(1);
  });
});
