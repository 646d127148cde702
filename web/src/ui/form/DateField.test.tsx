import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { Dialog } from "../Dialog";
import { DateField } from "./DateField";

interface Props {
  readonly onChange: (day: string) => void;
  readonly onInvalidChange?: (invalid: boolean) => void;
}

function DayField({ onChange, onInvalidChange }: Props) {
  const [day, setDay] = useState("2026-11-21");
  return (
    <DateField
      label="Date"
      description="Central time"
      value={day}
      onInvalidChange={onInvalidChange}
      onChange={(next) => {
        setDay(next);
        onChange(next);
      }}
    />
  );
}

const field = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Date" });

/** A form's date, which also shows its value. */
function TextDayField({ min }: { readonly min?: string }) {
  const [value, setValue] = useState("2026-11-21");
  return (
    <>
      <DateField label="Date" reportsText min={min} value={value} error="Enter a date" onChange={setValue} />
      <output>{value}</output>
    </>
  );
}

describe("DateField", () => {
  // The field loads the calendar on demand, which takes longer on a busy machine than a test waits.
  beforeAll(async () => {
    await import("./CalendarPopover");
  });

  test("shows and accepts MM/dd/y", async () => {
    const onChange = vi.fn();
    render(<DayField onChange={onChange} />);
    expect(field().value).toBe("11/21/2026");
    await userEvent.clear(field());
    await userEvent.type(field(), "1/2/2027{Enter}");
    expect(onChange.mock.calls).toEqual([["2027-01-02"]]);
    expect(field().value).toBe("01/02/2027");
  });

  test("shows an error for text that is no date, and does not report it as a date", async () => {
    const [onChange, onInvalidChange] = [vi.fn(), vi.fn()];
    render(<DayField onChange={onChange} onInvalidChange={onInvalidChange} />);
    await userEvent.clear(field());
    await userEvent.type(field(), "2/30/2027");
    await userEvent.tab();
    expect(field()).toHaveAccessibleDescription("Central time Date should be a date in the format MM/dd/y");
    expect(onChange).not.toHaveBeenCalled();
    expect(onInvalidChange).toHaveBeenLastCalledWith(true);
  });

  test("shows no error for an incomplete date until the field loses the focus", async () => {
    const error = "Central time Date should be a date in the format MM/dd/y";
    render(<DayField onChange={() => undefined} />);
    await userEvent.clear(field());
    await userEvent.type(field(), "1/2");
    expect(field()).toHaveAccessibleDescription("Central time");
    await userEvent.tab();
    expect(field()).toHaveAccessibleDescription(error);
    await userEvent.type(field(), "/202");
    expect(field()).toHaveAccessibleDescription(error);
    await userEvent.type(field(), "7");
    expect(field()).toHaveAccessibleDescription("Central time");
    await userEvent.clear(field());
    await userEvent.type(field(), "13/40/2027");
    expect(field()).toHaveAccessibleDescription(error);
  });

  test.each([
    ["12/1/2026", "2026-12-01", "Enter a date"],
    ["2/30/2027", "2/30/2027", "Date should be a date in the format MM/dd/y"],
    ["", "", "Enter a date"],
  ])("reports the text %j at once as %j for a form that checks its values", async (text, value, description) => {
    render(<TextDayField />);
    await userEvent.clear(field());
    if (text !== "") await userEvent.type(field(), text);
    expect(screen.getByRole("status")).toHaveTextContent(value);
    expect(field().value).toBe(text);
    expect(field()).toHaveAccessibleDescription(description);
  });

  test("offers no date before the first one in the calendar", async () => {
    render(<TextDayField min="2026-11-20" />);
    await userEvent.click(screen.getByRole("button", { name: "Pick date from a calendar" }));
    const day = (name: RegExp) => screen.getByRole("button", { name });
    await screen.findByRole("dialog", { name: "Calendar" });
    expect(day(/November 19, 2026/)).toHaveAttribute("aria-disabled", "true");
    expect(day(/November 20, 2026/)).not.toHaveAttribute("aria-disabled");
  });

  test("selects a date from the calendar and returns the focus", async () => {
    const onChange = vi.fn();
    render(<DayField onChange={onChange} />);
    const button = screen.getByRole("button", { name: "Pick date from a calendar" });
    await userEvent.click(button);
    const calendar = within(await screen.findByRole("dialog", { name: "Calendar" }));
    expect(calendar.getByRole("grid", { name: /November 2026/ })).toBeInTheDocument();
    await userEvent.click(calendar.getByRole("button", { name: /November 23, 2026/ }));
    expect(onChange.mock.calls).toEqual([["2026-11-23"]]);
    expect(field().value).toBe("11/23/2026");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("selects a date from the calendar with the keyboard", async () => {
    const onChange = vi.fn();
    render(<DayField onChange={onChange} />);
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.keyboard("{Enter}");
    expect(await screen.findByRole("dialog", { name: "Calendar" })).toBeInTheDocument();
    await userEvent.keyboard("{ArrowRight}{Enter}");
    expect(onChange.mock.calls).toEqual([["2026-11-22"]]);
  });

  test("closes the calendar on the first Escape and the dialog on the second", async () => {
    const onClose = vi.fn();
    render(
      <Dialog title="Edit" onClose={onClose} actions={null}>
        <DayField onChange={() => undefined} />
      </Dialog>,
    );
    await userEvent.click(screen.getByRole("button", { name: "Pick date from a calendar" }));
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("dialog", { name: "Calendar" })).toBeNull();
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.keyboard("{Escape}");
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});
