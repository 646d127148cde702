import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { Button } from "./Button";
import { Dialog } from "./Dialog";
import { Tooltip } from "./Tooltip";
import { ViewSwitch } from "./ViewSwitch";
import { ConfirmProvider, useConfirm } from "./confirm";
import { Field } from "./Field";
import { Form } from "./Form";
import { IconButton } from "./PlainButton";

describe("an icon button", () => {
  test("with a disabled reason ignores clicks, stays focusable and is described by the reason", async () => {
    const onClick = vi.fn();
    render(<IconButton label="Move up" disabledReason="It is the first tile" onClick={onClick} />);
    const button = screen.getByRole("button", { name: "Move up" });
    await userEvent.tab();
    expect(button).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await userEvent.click(button);
    expect(onClick).not.toHaveBeenCalled();
    expect(button).toHaveAttribute("aria-disabled", "true");
    expect(button).toHaveAccessibleDescription("It is the first tile");
  });
});

describe("Button", () => {
  test("with a disabled reason ignores clicks, stays focusable and shows the reason", async () => {
    const onClick = vi.fn();
    render(
      <Button onClick={onClick} disabledReason="Your permissions do not include UpdateLocation">
        Save
      </Button>,
    );
    const button = screen.getByRole("button", { name: "Save" });
    await userEvent.tab();
    expect(document.activeElement).toBe(button);
    await userEvent.click(button);
    expect(onClick).not.toHaveBeenCalled();
    expect(button.getAttribute("aria-disabled")).toBe("true");
    expect(button.getAttribute("title")).toBe("Your permissions do not include UpdateLocation");
  });

  test("shows the disabled reason while the keyboard's focus is on it, until Escape (SHL-42)", async () => {
    render(<Button disabledReason="Your permissions do not include UpdateLocation">Save</Button>);
    const reason = screen.getByText("Your permissions do not include UpdateLocation");
    expect(reason).not.toBeVisible();
    await userEvent.tab();
    expect(reason).toBeVisible();
    expect(screen.getByRole("button", { name: "Save" })).toHaveAccessibleDescription(
      "Your permissions do not include UpdateLocation",
    );
    await userEvent.keyboard("{Escape}");
    expect(reason).not.toBeVisible();
  });

  test("shows the busy text and is disabled while busy", () => {
    render(
      <Button busy busyText="Uploading Locations…">
        Create new locations
      </Button>,
    );
    expect(screen.getByRole<HTMLButtonElement>("button", { name: /Uploading Locations…/ }).disabled).toBe(true);
  });

  test("that keeps its width has the busy text as its name while busy, and still contains its own text", () => {
    render(
      <Button busy busyText="Refreshing…" keepsWidth>
        Refresh
      </Button>,
    );
    const button = screen.getByRole<HTMLButtonElement>("button", { name: "Refreshing…" });
    expect(button.disabled).toBe(true);
    expect(button).toHaveTextContent("Refresh");
  });

  test("ignores clicks and the keyboard while busy", async () => {
    const onClick = vi.fn();
    render(
      <Button busy busyText="Saving…" onClick={onClick}>
        Save
      </Button>,
    );
    const button = screen.getByRole<HTMLButtonElement>("button", { name: /Saving…/ });
    expect(button.disabled).toBe(true);
    await userEvent.dblClick(button);
    await userEvent.keyboard("{Enter}");
    expect(onClick).not.toHaveBeenCalled();
  });

  test("ignores the second click of a double click only if it has a busy state", async () => {
    const [onSave, onNext] = [vi.fn(), vi.fn()];
    render(
      <>
        <Button busy={false} onClick={onSave}>
          Save
        </Button>
        <Button onClick={onNext}>Next</Button>
      </>,
    );
    await userEvent.dblClick(screen.getByRole("button", { name: "Save" }));
    await userEvent.dblClick(screen.getByRole("button", { name: "Next" }));
    expect(onSave).toHaveBeenCalledTimes(1);
    expect(onNext).toHaveBeenCalledTimes(2);
  });

  test("adds the busy text to its accessible name", () => {
    const { rerender } = render(<Button aria-label="Retry Alerts">Retry</Button>);
    expect(screen.getByRole("button", { name: "Retry Alerts" }).textContent).toBe("Retry");
    rerender(
      <Button aria-label="Retry Alerts" busy>
        Retry
      </Button>,
    );
    expect(screen.getByRole("button", { name: "Retry Alerts: Working…" }).textContent).toContain("Working…");
  });
});

describe("Form", () => {
  test("ignores Enter while a submission is in progress", async () => {
    const onSubmit = vi.fn();
    const form = (busy: boolean) => (
      <Form busy={busy} onSubmit={onSubmit}>
        <input aria-label="Value" />
      </Form>
    );
    const { rerender } = render(form(false));
    await userEvent.type(screen.getByLabelText("Value"), "1{Enter}");
    rerender(form(true));
    await userEvent.type(screen.getByLabelText("Value"), "{Enter}{Enter}");
    expect(onSubmit).toHaveBeenCalledTimes(1);
  });
});

describe("confirm", () => {
  function DeleteButton({ onResult }: { readonly onResult: (confirmed: boolean) => void }) {
    const confirm = useConfirm();
    const onDelete = async () =>
      onResult(
        await confirm({ title: "Delete", message: "Are you sure want to delete this item?", confirm: "Delete it" }),
      );
    return (
      <button type="button" onClick={() => void onDelete()}>
        Open
      </button>
    );
  }

  test.each([
    ["Delete it", true],
    ["Cancel", false],
    ["Dismiss", false],
  ])("the button %s resolves to %s", async (name, confirmed) => {
    const onResult = vi.fn();
    render(
      <ConfirmProvider>
        <DeleteButton onResult={onResult} />
      </ConfirmProvider>,
    );
    await userEvent.click(screen.getByRole("button", { name: "Open" }));
    expect((await screen.findByRole("dialog", { name: "Delete" })).textContent).toContain(
      "Are you sure want to delete this item?",
    );
    await userEvent.click(screen.getByRole("button", { name }));
    expect(onResult).toHaveBeenCalledWith(confirmed);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("focuses the button that changes nothing (SHL-42)", async () => {
    const onResult = vi.fn();
    render(
      <ConfirmProvider>
        <DeleteButton onResult={onResult} />
      </ConfirmProvider>,
    );
    await userEvent.click(screen.getByRole("button", { name: "Open" }));
    await waitFor(() => expect(screen.getByRole("button", { name: "Cancel" })).toHaveFocus());
    await userEvent.keyboard("{Enter}");
    expect(onResult).toHaveBeenCalledWith(false);
  });
});

test("Field connects its control with the label, the hint and the error", () => {
  render(
    <Field label="stop" hint="0 to 1000" error="stop cannot be a decimal number" required>
      {(control) => <input {...control} />}
    </Field>,
  );
  const input = screen.getByRole("textbox", { name: "stop" });
  const description = (input.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((id) => document.getElementById(id)?.textContent);
  expect(description).toEqual(["0 to 1000", "stop cannot be a decimal number"]);
  expect(input.getAttribute("aria-invalid")).toBe("true");
});

describe("Dialog", () => {
  function Dialogs({ onClose }: { readonly onClose: (title: string) => void }) {
    const [open, setOpen] = useState<readonly string[]>([]);
    const close = (title: string) => {
      onClose(title);
      setOpen(open.filter((other) => other !== title));
    };
    return (
      <>
        <button type="button" onClick={() => setOpen(["Outer"])}>
          Open outer
        </button>
        {open.includes("Outer") && (
          <Dialog
            title="Outer"
            onClose={() => close("Outer")}
            actions={
              <button type="button" onClick={() => setOpen(["Outer", "Inner"])}>
                Open inner
              </button>
            }
          >
            <p>First</p>
          </Dialog>
        )}
        {open.includes("Inner") && (
          <Dialog title="Inner" alert onClose={() => close("Inner")} actions={<button type="button">Last</button>}>
            <p>Second</p>
          </Dialog>
        )}
      </>
    );
  }

  test("closes only the innermost dialog on Escape, and returns the focus to its opener", async () => {
    const onClose = vi.fn();
    render(<Dialogs onClose={onClose} />);
    const opener = screen.getByRole("button", { name: "Open outer" });
    await userEvent.click(opener);
    const innerOpener = screen.getByRole("button", { name: "Open inner" });
    await userEvent.click(innerOpener);
    expect(screen.getByRole("alertdialog", { name: "Inner" })).toBeInTheDocument();
    await userEvent.keyboard("{Escape}");
    expect(onClose.mock.calls).toEqual([["Inner"]]);
    expect(screen.getByRole("dialog", { name: "Outer" })).toBeInTheDocument();
    await waitFor(() => expect(innerOpener).toHaveFocus());
    await userEvent.keyboard("{Escape}");
    expect(onClose.mock.calls).toEqual([["Inner"], ["Outer"]]);
    await waitFor(() => expect(opener).toHaveFocus());
  });

  test("keeps the focus inside and makes the page around it inert", async () => {
    render(<Dialogs onClose={() => undefined} />);
    const opener = screen.getByRole("button", { name: "Open outer" });
    await userEvent.click(opener);
    const dialog = screen.getByRole("dialog", { name: "Outer" });
    expect(dialog).toHaveFocus();
    for (let presses = 0; presses < 4; presses += 1) {
      await userEvent.tab();
      expect(dialog).toContainElement(document.activeElement as HTMLElement);
    }
    expect(opener.closest("[inert]")).not.toBeNull();
  });
});

describe("Tooltip", () => {
  const tooltip = () => screen.queryByRole("tooltip");
  const button = () => screen.getByRole("button", { name: "About the hour" });
  beforeEach(() => {
    render(
      <Tooltip label="About the hour" icon="?">
        Central time
      </Tooltip>,
    );
  });

  test("is shown while its button has the focus, and hidden by Escape", async () => {
    await userEvent.tab();
    expect(button()).toHaveFocus();
    expect(tooltip()).toHaveTextContent("Central time");
    expect(button()).toHaveAccessibleDescription("Central time");
    await userEvent.keyboard("{Escape}");
    expect(tooltip()).toBeNull();
  });

  test("is shown while the pointer is on its button", async () => {
    const user = userEvent.setup();
    await user.hover(document.body);
    await user.hover(button());
    expect(tooltip()).toHaveTextContent("Central time");
    await user.unhover(button());
    await waitFor(() => expect(tooltip()).toBeNull());
  });

  test("is shown after its button is touched", async () => {
    await userEvent.pointer({ keys: "[TouchA]", target: button() });
    expect(tooltip()).toHaveTextContent("Central time");
  });
});

describe("ViewSwitch", () => {
  function Views({ onChange }: { readonly onChange: (view: string) => void }) {
    const [view, setView] = useState("");
    return (
      <ViewSwitch
        label="View"
        options={[
          ["", "List"],
          ["map", "Map"],
        ]}
        value={view}
        onChange={(next) => {
          setView(next);
          onChange(next);
        }}
      />
    );
  }

  test("shows the selected view and selects another one with the pointer and the keyboard", async () => {
    const onChange = vi.fn();
    render(<Views onChange={onChange} />);
    expect(screen.getByRole("radiogroup", { name: "View" })).toBeInTheDocument();
    expect(screen.getByRole("radio", { name: "List" })).toBeChecked();
    await userEvent.tab();
    await userEvent.keyboard("{ArrowRight}{Enter}");
    expect(screen.getByRole("radio", { name: "Map" })).toBeChecked();
    await userEvent.click(screen.getByRole("radio", { name: "List" }));
    expect(onChange.mock.calls).toEqual([["map"], [""]]);
  });

  test("keeps the view if its button is pressed again", async () => {
    const onChange = vi.fn();
    render(<Views onChange={onChange} />);
    await userEvent.click(screen.getByRole("radio", { name: "List" }));
    expect(screen.getByRole("radio", { name: "List" })).toBeChecked();
    expect(onChange).not.toHaveBeenCalled();
  });
});
