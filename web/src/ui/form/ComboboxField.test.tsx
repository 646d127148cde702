import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { Dialog } from "../Dialog";
import { ComboboxField } from "./ComboboxField";

const OPTIONS = ["MW_STANDARD", "NE_STANDARD", "NE_PREMIUM"];
const labelOf = (option: string) => option.replace("_", " ");

interface Props {
  readonly initial?: string;
  readonly options?: readonly string[];
  readonly loading?: boolean;
  readonly onChange?: (value: string) => void;
}

function Layout({ initial = "", options = OPTIONS, loading, onChange }: Props) {
  const [value, setValue] = useState(initial);
  return (
    <ComboboxField
      label="Layout"
      description="Shown in the app"
      error="Please select a valid option"
      required
      value={value}
      options={options}
      loading={loading}
      labelOf={labelOf}
      onChange={(next) => {
        setValue(next);
        onChange?.(next);
      }}
    />
  );
}

const field = () => screen.getByRole<HTMLInputElement>("combobox", { name: "Layout" });
const options = () => screen.queryAllByRole("option").map(({ textContent }) => textContent);

describe("ComboboxField", () => {
  test("connects the control with its label, description and error", () => {
    render(<Layout />);
    expect(field()).toHaveAccessibleDescription("Shown in the app Please select a valid option");
    expect(field()).toHaveAttribute("aria-invalid", "true");
    expect(field()).toHaveAttribute("aria-required", "true");
  });

  test("lists the options that contain the text, and selects one with the keyboard", async () => {
    const onChange = vi.fn();
    render(<Layout onChange={onChange} />);
    await userEvent.type(field(), "ne");
    expect(options()).toEqual(["NE STANDARD", "NE PREMIUM"]);
    await userEvent.keyboard("{ArrowDown}{ArrowDown}{Enter}");
    expect(field().value).toBe("NE PREMIUM");
    expect(onChange).toHaveBeenLastCalledWith("NE_PREMIUM");
    expect(options()).toEqual([]);
  });

  test("opens all options with a click although one is selected", async () => {
    render(<Layout initial="NE_PREMIUM" />);
    await userEvent.click(field());
    expect(options()).toEqual(["MW STANDARD", "NE STANDARD", "NE PREMIUM"]);
    await userEvent.click(screen.getByRole("option", { name: "MW STANDARD" }));
    expect(field().value).toBe("MW STANDARD");
  });

  test("lists at most 200 options, so that typing stays fast", async () => {
    render(<Layout options={Array.from({ length: 1000 }, (_, index) => `IL_${index}`)} />);
    await userEvent.click(field());
    expect(options()).toHaveLength(200);
    await userEvent.type(field(), "999");
    expect(options()).toEqual(["IL 999"]);
  });

  test("reports text that is not an option, and keeps it when the field loses the focus", async () => {
    const onChange = vi.fn();
    render(<Layout onChange={onChange} />);
    await userEvent.type(field(), "none");
    expect(screen.getByRole("status")).toHaveTextContent("No matches");
    await userEvent.tab();
    expect(field().value).toBe("none");
    expect(onChange).toHaveBeenLastCalledWith("none");
    expect(screen.queryByRole("status")).toBeNull();
  });

  test("selects the option whose whole text is typed", async () => {
    const onChange = vi.fn();
    render(<Layout onChange={onChange} />);
    await userEvent.type(field(), "NE PREMIUM");
    expect(onChange).toHaveBeenLastCalledWith("NE_PREMIUM");
  });

  test("says that the options are loading", async () => {
    render(<Layout options={[]} loading />);
    await userEvent.click(field());
    expect(screen.getByRole("status")).toHaveTextContent("Loading…");
  });

  test("opens the options of a click once they are loaded", async () => {
    const { rerender } = render(<Layout options={[]} loading />);
    await userEvent.click(field());
    expect(options()).toEqual([]);
    rerender(<Layout />);
    await waitFor(() => expect(options()).toEqual(["MW STANDARD", "NE STANDARD", "NE PREMIUM"]));
    expect(screen.queryByRole("status")).toBeNull();
  });

  test("keeps its list closed when the options of a focused field are loaded", async () => {
    const { rerender } = render(<Layout options={[]} loading />);
    await userEvent.tab();
    expect(screen.getByRole("status")).toHaveTextContent("Loading…");
    rerender(<Layout />);
    expect(screen.queryByRole("status")).toBeNull();
    expect(field()).toHaveAttribute("aria-expanded", "false");
  });

  test("closes its list on the first Escape and the dialog on the second", async () => {
    const onClose = vi.fn();
    render(
      <Dialog title="Edit" onClose={onClose} actions={null}>
        <Layout />
      </Dialog>,
    );
    await userEvent.click(field());
    expect(field()).toHaveAttribute("aria-expanded", "true");
    await userEvent.keyboard("{Escape}");
    expect(field()).toHaveAttribute("aria-expanded", "false");
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.keyboard("{Escape}");
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  test("keeps its list inside the dialog around it", async () => {
    render(
      <Dialog title="Edit" onClose={() => undefined} actions={null}>
        <Layout />
      </Dialog>,
    );
    await userEvent.click(field());
    expect(screen.getByRole("dialog")).toContainElement(screen.getByRole("listbox"));
  });
});
