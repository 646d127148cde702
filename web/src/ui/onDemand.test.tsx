import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { loadOnce, onDemand } from "./onDemand";

test("a component on demand shows its placeholder until its file is loaded", async () => {
  let finish: (() => void) | undefined;
  const loaded = new Promise<void>((resolve) => (finish = resolve));
  const Greeting = onDemand(async () => {
    await loaded;
    return ({ name }: { readonly name: string }) => `Hello ${name}`;
  }, "Loading…");
  render(<Greeting name="Ana" />);
  expect(screen.getByText("Loading…")).toBeVisible();
  finish?.();
  expect(await screen.findByText("Hello Ana")).toBeVisible();
});

test("a preloaded component does not load its file again", async () => {
  const load = vi.fn(() => Promise.resolve(() => "Loaded"));
  const Component = onDemand(load);
  Component.preload();
  render(<Component />);
  expect(await screen.findByText("Loaded")).toBeVisible();
  expect(load).toHaveBeenCalledOnce();
});

test("loadOnce repeats a failed load and keeps a successful one", async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error("offline")).mockResolvedValue("module");
  const loadModule = loadOnce(load);
  await expect(loadModule()).rejects.toThrow("offline");
  await expect(loadModule()).resolves.toBe("module");
  await expect(loadModule()).resolves.toBe("module");
  expect(load).toHaveBeenCalledTimes(2);
});
