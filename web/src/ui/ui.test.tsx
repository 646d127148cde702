import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { formatAge } from "./age";
import { Button } from "./Button";
import { ConfirmProvider, useConfirm } from "./confirm";
import { Field } from "./Field";
import { Form } from "./Form";
import { SearchSelect } from "./SearchSelect";
import { durationOf } from "./toast";

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

  test("shows the busy text and is disabled while busy", () => {
    render(
      <Button busy busyText="Uploading Locations…">
        Create new locations
      </Button>,
    );
    expect(screen.getByRole<HTMLButtonElement>("button", { name: /Uploading Locations…/ }).disabled).toBe(true);
  });

  test("is disabled while busy even if `disabled` is false", async () => {
    const onClick = vi.fn();
    render(
      <Button disabled={false} busy busyText="Saving…" onClick={onClick}>
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
    expect(screen.getByRole("dialog", { name: "Delete" }).textContent).toContain(
      "Are you sure want to delete this item?",
    );
    await userEvent.click(screen.getByRole("button", { name }));
    expect(onResult).toHaveBeenCalledWith(confirmed);
    expect(screen.queryByRole("dialog")).toBeNull();
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

test("durationOf returns 4000 to 7000 ms depending on the length of the message", () => {
  expect(durationOf("Saved")).toBe(4000);
  expect(durationOf("Unable to Edit, Please check your internet and your permissions")).toBe(5040);
  expect(durationOf("a".repeat(500))).toBe(7000);
});

test.each([
  [59_000, "just now"],
  [60_000, "1 minute ago"],
  [3 * 3_600_000, "3 hours ago"],
  [49 * 3_600_000, "2 days ago"],
])("formatAge formats %i ms as %s", (age, text) => {
  expect(formatAge(0, age)).toBe(text);
});

describe("SearchSelect", () => {
  test("closes its list on Escape and passes the next Escape to the dialog", async () => {
    const defaultPrevented: boolean[] = [];
    const user = userEvent.setup();
    const onKeyDown = (event: KeyboardEvent) => defaultPrevented.push(event.defaultPrevented);
    document.addEventListener("keydown", onKeyDown);
    render(
      <Field label="Layout">
        {(control) => (
          <SearchSelect
            control={control}
            value=""
            onChange={() => undefined}
            options={["dummy"]}
            loading={false}
            labelOf={(value) => value}
          />
        )}
      </Field>,
    );
    const field = screen.getByRole("combobox", { name: "Layout" });
    await user.click(field);
    expect(field.getAttribute("aria-expanded")).toBe("true");
    await user.keyboard("{Escape}");
    expect(field.getAttribute("aria-expanded")).toBe("false");
    expect(defaultPrevented).toEqual([]);
    await user.keyboard("{Escape}");
    expect(defaultPrevented).toEqual([false]);
    document.removeEventListener("keydown", onKeyDown);
  });
});
