import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Checkbox, ControlGroup, RadioGroup, Switch } from "./Checkbox";
import { Facts } from "./Facts";

test("a checkbox reports its new state, and nothing while it is disabled", async () => {
  const onChange = vi.fn();
  const { rerender } = render(<Checkbox label="Live" checked={false} invalid onChange={onChange} />);
  const checkbox = screen.getByRole("checkbox", { name: "Live" });
  expect(checkbox).toHaveAttribute("aria-invalid", "true");
  await userEvent.click(checkbox);
  rerender(<Checkbox label="Live" checked disabledReason="The region sets it" onChange={onChange} />);
  expect(checkbox).toHaveAccessibleDescription("The region sets it");
  await userEvent.click(checkbox);
  expect(onChange.mock.calls).toEqual([[true]]);
});

test("a switch reports its new state", async () => {
  const onChange = vi.fn();
  render(<Switch label="Show offline fridges" checked onChange={onChange} />);
  await userEvent.click(screen.getByRole("switch", { name: "Show offline fridges", checked: true }));
  expect(onChange.mock.calls).toEqual([[false]]);
});

test("a group has a name and is described by its hint and its error", () => {
  render(
    <ControlGroup legend="Days" hint="At least one" error="Select a day" required>
      <Checkbox label="Mon" checked={false} onChange={() => undefined} />
    </ControlGroup>,
  );
  const group = screen.getByRole("group", { name: /^Days/ });
  expect(group).toHaveAccessibleDescription("At least one Select a day");
  expect(screen.getByRole("alert")).toHaveTextContent("Select a day");
});

test("radio buttons select one of the options, also with the arrow keys", async () => {
  const onChange = vi.fn();
  const options = [
    ["f", "Fahrenheit"],
    ["c", "Celsius"],
  ] as const;
  render(<RadioGroup legend="Unit" hidesLegend options={options} value="f" onChange={onChange} />);
  expect(screen.getByRole("group", { name: "Unit" })).toBeInTheDocument();
  expect(screen.getByRole("radio", { name: "Fahrenheit" })).toBeChecked();
  await userEvent.click(screen.getByRole("radio", { name: "Celsius" }));
  expect(onChange.mock.calls).toEqual([["c"]]);
});

test("facts without a value are omitted", () => {
  render(
    <Facts
      label="Properties"
      facts={[
        ["Stop", 0],
        ["Route", null],
        ["Driver", undefined],
      ]}
    />,
  );
  expect(screen.getAllByRole("term").map(({ textContent }) => textContent)).toEqual(["Stop"]);
  expect(screen.getByRole("definition")).toHaveTextContent("0");
});
