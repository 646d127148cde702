import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { PopoverButton } from "./PopoverButton";

test("opens its dialog, and returns the focus when Escape closes it", async () => {
  const user = userEvent.setup();
  const onPreload = vi.fn();
  render(
    <PopoverButton text="Views" label="Saved views" popoverClass="" dialogClass="" onPreload={onPreload}>
      {(close) => (
        <button type="button" onClick={close}>
          Done
        </button>
      )}
    </PopoverButton>,
  );
  const trigger = screen.getByRole("button", { name: "Views" });
  expect(trigger).toHaveAttribute("aria-expanded", "false");
  expect(onPreload).not.toHaveBeenCalled();
  await user.click(trigger);
  expect(onPreload).toHaveBeenCalled();
  expect(await screen.findByRole("dialog", { name: "Saved views" })).toBeVisible();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(trigger).toHaveFocus();
  expect(trigger).toHaveAttribute("aria-expanded", "false");

  await user.click(trigger);
  await user.click(await screen.findByRole("button", { name: "Done" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(trigger).toHaveFocus();
});
