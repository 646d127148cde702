import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState, type ReactNode } from "react";
import { describe, expect, test, vi } from "vitest";
import { DateRangeField } from "./DateRangeField";
import type { FieldProps } from "./fieldProps";
import { FileField } from "./FileField";
import { NumberField } from "./NumberField";
import { Select } from "./Select";
import { SelectField } from "./SelectField";
import { TextField } from "./TextField";
import { TimeField } from "./TimeField";

/** Renders a field that keeps its value, and returns the reported values. */
function open(initial: string, render_: (props: FieldProps<string>) => ReactNode) {
  const onChange = vi.fn();
  const onBlur = vi.fn();
  function Stateful() {
    const [value, setValue] = useState(initial);
    return render_({
      label: "Stage",
      description: "From 1 to 9",
      error: "Not a stage",
      required: true,
      value,
      onBlur,
      onChange: (next) => {
        setValue(next);
        onChange(next);
      },
    });
  }
  render(<Stateful />);
  return { onChange, onBlur, control: screen.getByLabelText<HTMLInputElement>(/^Stage/) };
}

describe.each([
  ["TextField", (props: FieldProps<string>) => <TextField {...props} />],
  ["TextField with lines", (props: FieldProps<string>) => <TextField {...props} rows={3} />],
  ["NumberField", (props: FieldProps<string>) => <NumberField {...props} />],
  ["TimeField", (props: FieldProps<string>) => <TimeField {...props} />],
  ["SelectField", (props: FieldProps<string>) => <SelectField {...props} options={["1", "2"]} />],
] as const)("%s", (_, field) => {
  test("connects its control with the label, the description and the error", () => {
    const { control } = open("", field);
    expect(control).toHaveAccessibleName("Stage");
    expect(control).toHaveAccessibleDescription("From 1 to 9 Not a stage");
    expect(control).toHaveAttribute("aria-invalid", "true");
    expect(control).toHaveAttribute("aria-required", "true");
  });

  test("reports that it lost the focus", async () => {
    const { onBlur } = open("", field);
    await userEvent.tab();
    await userEvent.tab();
    expect(onBlur).toHaveBeenCalledTimes(1);
  });
});

test.each([
  ["TextField", (props: FieldProps<string>) => <TextField {...props} />, "12"],
  ["NumberField", (props: FieldProps<string>) => <NumberField {...props} />, "12"],
  ["TimeField", (props: FieldProps<string>) => <TimeField {...props} />, "18:30"],
] as const)("%s reports the entered text", async (_, field, text) => {
  const { control, onChange } = open("", field);
  await userEvent.type(control, text);
  expect(onChange).toHaveBeenLastCalledWith(text);
  expect(control.value).toBe(text);
});

test("Select offers texts, labelled values and groups after the empty option", async () => {
  const onChange = vi.fn();
  render(
    <Select
      aria-label="Action"
      value="b"
      onChange={onChange}
      emptyLabel="Any action"
      options={["a", { value: "b", label: "Bee" }, { label: "More", options: ["c", "d"] }]}
    />,
  );
  const select = screen.getByRole("combobox", { name: "Action" });
  expect(screen.getAllByRole("option").map((option) => option.textContent)).toEqual([
    "Any action",
    "a",
    "Bee",
    "c",
    "d",
  ]);
  expect(screen.getByRole("group", { name: "More" })).toBeInTheDocument();
  expect(select).toHaveDisplayValue("Bee");
  await userEvent.selectOptions(select, "d");
  expect(onChange.mock.calls).toEqual([["d"]]);
});

test("DateRangeField shows an error at its end of the range and reports both days", async () => {
  const onChange = vi.fn();
  render(
    <DateRangeField
      labels={{ from: "Start", to: "End" }}
      value={{ from: "2026-11-21", to: "2026-11-22" }}
      errors={{ to: "Too late" }}
      onChange={onChange}
    />,
  );
  expect(screen.getByRole("textbox", { name: "Start" })).toHaveAccessibleDescription("");
  const end = screen.getByRole("textbox", { name: "End" });
  expect(end).toHaveAccessibleDescription("Too late");
  await userEvent.clear(end);
  await userEvent.type(end, "11/23/2026{Enter}");
  expect(onChange.mock.calls).toEqual([[{ from: "2026-11-21", to: "2026-11-23" }]]);
});

describe("FileField", () => {
  const FILE = new File(["Id"], "fridges.csv", { type: "text/csv" });

  test("reports each selected file, also the same one again", async () => {
    const onFile = vi.fn();
    render(<FileField label="CSV file" accept=".csv" error="The file is empty" onFile={onFile} />);
    const input = screen.getByLabelText("CSV file");
    expect(input).toHaveAccessibleDescription("The file is empty");
    expect(input).toHaveAttribute("aria-invalid", "true");
    await userEvent.upload(input, FILE);
    await userEvent.upload(input, FILE);
    expect(onFile.mock.calls).toEqual([[FILE], [FILE]]);
    expect(screen.getByText("fridges.csv")).toBeVisible();
  });

  test("states why it is disabled", () => {
    render(<FileField label="CSV file" accept=".csv" disabledReason="A file is being uploaded" onFile={vi.fn()} />);
    const input = screen.getByLabelText("CSV file");
    expect(input).toBeDisabled();
    expect(input).toHaveAccessibleDescription("A file is being uploaded");
  });

  test("reports a dropped file", async () => {
    const onFile = vi.fn();
    const { container } = render(<FileField label="CSV file" accept=".csv" onFile={onFile} />);
    const dataTransfer = {
      types: ["Files"],
      items: [{ kind: "file", type: "text/csv", getAsFile: () => FILE, webkitGetAsEntry: () => ({ isFile: true }) }],
      files: [FILE],
      effectAllowed: "all",
      dropEffect: "copy",
      getData: () => "",
    };
    const zone = container.querySelector("[data-rac]");
    if (!zone) throw new Error("There is no drop zone");
    fireEvent.dragEnter(zone, { dataTransfer });
    fireEvent.drop(zone, { dataTransfer });
    await waitFor(() => expect(onFile.mock.calls).toEqual([[FILE]]));
  });
});
