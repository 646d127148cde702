import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { HoursField, type Hours } from "./HoursField";
import { WeekdaysField } from "./WeekdaysField";

const BY_DAY: Hours = { allDay: false, days: { monday: [["08:00", "17:00"]] } };

/** Renders the field with its value, and returns the reported values. */
function open(initial: Hours, error?: string) {
  const onChange = vi.fn();
  const onBlur = vi.fn();
  function Stateful() {
    const [value, setValue] = useState(initial);
    return (
      <HoursField
        description="For a closed day, leave both times empty."
        error={error}
        value={value}
        onBlur={onBlur}
        onChange={(next) => {
          setValue(next);
          onChange(next);
        }}
      />
    );
  }
  render(<Stateful />);
  return { onChange, onBlur };
}

describe("HoursField", () => {
  test("shows times only for days that are not open 24 hours", async () => {
    open({ allDay: null, days: {} });
    expect(screen.getByRole("group", { name: "24 Hours" })).toBeInTheDocument();
    expect(screen.getByLabelText("Yes")).not.toBeChecked();
    expect(screen.getByLabelText("No")).not.toBeChecked();
    expect(screen.queryByLabelText("Start Hours for Monday")).toBeNull();
    await userEvent.click(screen.getByLabelText("No"));
    expect(screen.getByLabelText("Start Hours for Monday")).toHaveValue("");
    expect(screen.getByText("For a closed day, leave both times empty.")).toBeInTheDocument();
  });

  test("reports the time of a day, and keeps further spans of the day", () => {
    const { onChange } = open({
      allDay: false,
      days: {
        monday: [
          ["08:00", "12:00"],
          ["13:00", "17:00"],
        ],
      },
    });
    fireEvent.change(screen.getByLabelText("Start Hours for Monday"), { target: { value: "07:30" } });
    expect(onChange).toHaveBeenLastCalledWith({
      allDay: false,
      days: {
        monday: [
          ["07:30", "12:00"],
          ["13:00", "17:00"],
        ],
      },
    });
  });

  test("copies Monday to Tuesday through Friday", async () => {
    const { onChange } = open(BY_DAY);
    await userEvent.click(screen.getByRole("button", { name: "Copy Monday to Tue–Fri" }));
    expect(screen.getByLabelText("End Hours for Friday")).toHaveValue("17:00");
    expect(screen.getByLabelText("End Hours for Saturday")).toHaveValue("");
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  test("shows the error of a day at its times, and other errors below all days", () => {
    open(BY_DAY, "Hours for Tuesday cannot overlap\nTime should be entered for atleast one day");
    expect(screen.getByLabelText("Start Hours for Tuesday")).toHaveAttribute("aria-invalid", "true");
    expect(screen.getByLabelText("Start Hours for Monday")).not.toHaveAttribute("aria-invalid");
    const alerts = screen.getAllByRole("alert");
    expect(alerts.map(({ textContent }) => textContent)).toEqual([
      "Hours for Tuesday cannot overlap",
      "Time should be entered for atleast one day",
    ]);
    expect(alerts[0]?.closest("li")).toHaveTextContent("Tuesday");
    expect(alerts[1]?.closest("li")).toBeNull();
  });

  test("reports the day whose end time lost the focus", () => {
    const { onBlur } = open(BY_DAY);
    fireEvent.blur(screen.getByLabelText("Start Hours for Monday"));
    expect(onBlur).not.toHaveBeenCalled();
    fireEvent.blur(screen.getByLabelText("End Hours for Monday"));
    expect(onBlur).toHaveBeenCalledExactlyOnceWith("monday");
  });
});

describe("WeekdaysField", () => {
  const WEEKDAYS = { monday: 1, tuesday: 1, wednesday: 1, thursday: 1, friday: 1, saturday: 0, sunday: 0 };

  test("reports a changed day without the days that another field sets", async () => {
    const onChange = vi.fn();
    const fixed = { days: { monday: 0, sunday: 1 }, reason: "The time zone sets this day" };
    render(<WeekdaysField label="Stocking" value={WEEKDAYS} fixed={fixed} onChange={onChange} />);
    expect(screen.getByRole("group", { name: "Stocking" })).toBeInTheDocument();
    expect(screen.getByRole("checkbox", { name: "Monday" })).not.toBeChecked();
    expect(screen.getByRole("checkbox", { name: "Monday" })).toBeDisabled();
    expect(screen.getByRole("checkbox", { name: "Monday" })).toHaveAccessibleDescription("The time zone sets this day");
    expect(screen.getByRole("checkbox", { name: "Sunday" })).toBeChecked();
    await userEvent.click(screen.getByRole("checkbox", { name: "Saturday" }));
    expect(onChange).toHaveBeenCalledExactlyOnceWith({ ...WEEKDAYS, saturday: 1 });
  });
});
