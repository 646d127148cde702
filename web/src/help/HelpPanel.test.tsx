import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { renderApp } from "../../test/renderApp";
import { MEDIA } from "../lib/media";
import { HELP_SCREENS } from "./help";

const renderSample = (address: string) => renderApp(address, { sample: true });
const helpButton = () => screen.findByRole("button", { name: "Help" });
const panel = () => screen.findByRole("complementary", { name: "Help" });

/** Simulates a narrow window. */
function narrowWindow() {
  const read = window.matchMedia.bind(window);
  vi.spyOn(window, "matchMedia").mockImplementation((query) =>
    Object.defineProperty(read(query), "matches", { value: query === MEDIA.narrow }),
  );
}

describe("the help panel", () => {
  test("shows the entry of the current screen, also after a navigation", async () => {
    const { user, router } = renderSample("/coupons");
    await user.click(await helpButton());
    expect(await within(await panel()).findByRole("heading", { level: 3, name: "Coupons" })).toBeDefined();
    await router.navigate("/account");
    expect(await within(await panel()).findByRole("heading", { level: 3, name: "Account" })).toBeDefined();
  });

  test("opens with F1, gets the focus, and closes with Escape, which returns the focus", async () => {
    const { user } = renderSample("/account");
    const button = await helpButton();
    button.focus();
    await user.keyboard("{F1}");
    await panel();
    expect(document.activeElement).toBe(screen.getByRole("heading", { level: 2, name: "Help" }));
    expect(button.getAttribute("aria-expanded")).toBe("true");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("complementary", { name: "Help" })).toBeNull());
    expect(document.activeElement).toBe(button);
  });

  test("finds screens and states, and shows the selected screen", async () => {
    const { user } = renderSample("/account");
    await user.click(await helpButton());
    const help = within(await panel());
    await user.type(help.getByRole("searchbox", { name: "Search the help" }), "superseded");
    expect(await help.findByText("A newer command replaced this one.")).toBeDefined();
    await user.clear(help.getByRole("searchbox"));
    await user.type(help.getByRole("searchbox"), "planogram");
    await user.click(await help.findByRole("button", { name: "Planogram" }));
    expect(await help.findByRole("heading", { level: 3, name: "Planogram" })).toBeDefined();
  });

  test("shows the picture of the screen in the color mode of the computer, and reserves its space", async () => {
    const { user } = renderSample("/reports/stockouts");
    await user.click(await helpButton());
    const picture = await within(await panel()).findByRole("img", { name: /^The products that sold out/ });
    expect(picture.getAttribute("src")).toContain("stock-outs-light");
    expect(picture.parentElement?.querySelector("source")?.getAttribute("srcset")).toContain("stock-outs-dark");
    expect(picture.getAttribute("loading")).toBe("lazy");
    expect([picture.getAttribute("width"), picture.getAttribute("height")]).toEqual(["1280", "800"]);
  });

  test("names the permission that the user does not have", async () => {
    const { user } = renderApp("/coupons", { profile: "read-only", sample: true });
    await user.click(await helpButton());
    const help = within(await panel());
    expect(await help.findAllByText(/you don't have it/)).not.toEqual([]);
    expect(help.getByText("GenerateCoupon")).toBeDefined();
  });

  test("is a modal dialog in a narrow window", async () => {
    narrowWindow();
    const { user } = renderSample("/account");
    await user.click(await helpButton());
    const dialog = await screen.findByRole("dialog", { name: "Help" });
    expect(within(dialog).getByRole("heading", { level: 3, name: "Account" })).toBeDefined();
  });
});

describe("the Help page", () => {
  test("has every screen, the glossary, and headings without gaps between levels", async () => {
    renderSample("/help");
    const main = within(await screen.findByRole("main"));
    await main.findByRole("heading", { level: 1, name: "Help" });
    const levels = main.getAllByRole("heading").map(({ tagName }) => Number(tagName.slice(1)));
    expect(levels.every((level, index) => index === 0 || level <= (levels[index - 1] ?? 0) + 1)).toBe(true);
    expect(main.getAllByRole("article")).toHaveLength(HELP_SCREENS.length);
    expect(main.getByRole("region", { name: "Glossary" })).toBeDefined();
  });

  test("links only to sections that it contains", async () => {
    renderSample("/help");
    const contents = await screen.findByRole("navigation", { name: "Contents" });
    const targets = within(contents)
      .getAllByRole("link")
      .map((link) => link.getAttribute("href")?.slice(1) ?? "");
    expect(targets.filter((id) => document.querySelectorAll(`[id="${id}"]`).length !== 1)).toEqual([]);
  });

  test("shows only the parts that match the search in the address", async () => {
    renderSample("/help?text=superseded");
    expect(await screen.findByText("A newer command replaced this one.")).toBeDefined();
    expect(screen.queryByRole("heading", { level: 3, name: "Coupons" })).toBeNull();
  });

  test("prints", async () => {
    const print = vi.fn();
    vi.stubGlobal("print", print);
    const { user } = renderSample("/help");
    await user.click(await screen.findByRole("button", { name: "Print" }));
    expect(print).toHaveBeenCalledOnce();
  });
});
