import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { ageOf } from "./age";
import { Button } from "./Button";
import { ConfirmProvider, useConfirm } from "./confirm";
import { Field } from "./Field";
import { Form } from "./Form";
import { SearchSelect } from "./SearchSelect";
import { durationOf } from "./toast";

describe("Button", () => {
  test("that is not allowed does nothing, stays reachable and says why", async () => {
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

  test("that is busy says so and cannot be pressed again", () => {
    render(
      <Button busy busyText="Uploading Locations…">
        Create new locations
      </Button>,
    );
    expect(screen.getByRole<HTMLButtonElement>("button", { name: /Uploading Locations…/ }).disabled).toBe(true);
  });

  test("that is busy is disabled although its caller says that it is not", async () => {
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

  test("that does work ignores the second click of a double click", async () => {
    const [onWork, onPage] = [vi.fn(), vi.fn()];
    render(
      <>
        <Button busy={false} onClick={onWork}>
          Save
        </Button>
        <Button onClick={onPage}>Next</Button>
      </>,
    );
    await userEvent.dblClick(screen.getByRole("button", { name: "Save" }));
    await userEvent.dblClick(screen.getByRole("button", { name: "Next" }));
    expect([onWork.mock.calls.length, onPage.mock.calls.length]).toEqual([1, 2]);
  });

  test("that has a name of its own says in it what it shows while it is busy", () => {
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
  test("submits nothing while what was submitted is under way", async () => {
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
  function Deletion({ onAnswer }: { readonly onAnswer: (yes: boolean) => void }) {
    const confirm = useConfirm();
    const ask = async () =>
      onAnswer(
        await confirm({ title: "Delete", message: "Are you sure want to delete this item?", confirm: "Delete it" }),
      );
    return (
      <button type="button" onClick={() => void ask()}>
        Ask
      </button>
    );
  }

  test.each([
    ["Delete it", true],
    ["Cancel", false],
    ["Dismiss", false],
  ])("%s answers %s", async (name, answer) => {
    const onAnswer = vi.fn();
    render(
      <ConfirmProvider>
        <Deletion onAnswer={onAnswer} />
      </ConfirmProvider>,
    );
    await userEvent.click(screen.getByRole("button", { name: "Ask" }));
    expect(screen.getByRole("dialog", { name: "Delete" }).textContent).toContain(
      "Are you sure want to delete this item?",
    );
    await userEvent.click(screen.getByRole("button", { name }));
    expect(onAnswer).toHaveBeenCalledWith(answer);
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

test("a field's control is read with its label, its hint and its error", () => {
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

test("a toast stays 4000 to 7000 ms, the longer the more there is to read", () => {
  expect(durationOf("Saved")).toBe(4000);
  expect(durationOf("Unable to Edit, Please check your internet and your permissions")).toBe(5040);
  expect(durationOf("a".repeat(500))).toBe(7000);
});

test.each([
  [59_000, "just now"],
  [60_000, "1 minute ago"],
  [3 * 3_600_000, "3 hours ago"],
  [49 * 3_600_000, "2 days ago"],
])("what is %i ms old is from %s", (age, text) => {
  expect(ageOf(0, age)).toBe(text);
});

describe("a search select in a dialog", () => {
  test("closes its list on Escape, and leaves the next Escape to the dialog", async () => {
    const keys: boolean[] = [];
    const user = userEvent.setup();
    const listen = (event: KeyboardEvent) => keys.push(event.defaultPrevented);
    document.addEventListener("keydown", listen);
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
    expect(keys).toEqual([]);
    await user.keyboard("{Escape}");
    expect(keys).toEqual([false]);
    document.removeEventListener("keydown", listen);
  });
});
