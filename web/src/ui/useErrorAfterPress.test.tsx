import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, test } from "vitest";
import { Field } from "./Field";

/** A field that shows its error after it lost the focus, and hides it when it gets the focus. */
function Required() {
  const [error, setError] = useState<string>();
  return (
    <>
      <Field label="Name" error={error}>
        {(control) => (
          <input {...control} onBlur={() => setError("Enter a name")} onFocus={() => setError(undefined)} />
        )}
      </Field>
      <button type="button">Create</button>
    </>
  );
}

const field = () => screen.getByRole("textbox", { name: "Name" });
const button = () => screen.getByRole("button", { name: "Create" });
const error = () => screen.queryByText("Enter a name");

describe("the error of a field", () => {
  test("appears after the click that moves the focus out of the field", async () => {
    render(<Required />);
    fireEvent.pointerDown(button(), { button: 0 });
    fireEvent.blur(field());
    expect(error()).toBeNull();
    expect(field()).not.toHaveAttribute("aria-invalid");
    fireEvent.pointerUp(button());
    fireEvent.click(button());
    expect(error()).toBeNull();
    expect(await screen.findByText("Enter a name")).toBeVisible();
    expect(field()).toHaveAccessibleDescription("Enter a name");
  });

  test("disappears after the pointer is released", async () => {
    render(<Required />);
    fireEvent.blur(field());
    expect(error()).toBeVisible();
    fireEvent.pointerDown(field(), { button: 0 });
    fireEvent.focus(field());
    expect(error()).toBeVisible();
    fireEvent.pointerCancel(field());
    await expect.poll(error).toBeNull();
  });

  test("appears at once when the keyboard moves the focus, or another mouse button is pressed", () => {
    render(<Required />);
    fireEvent.pointerDown(button(), { button: 2 });
    fireEvent.blur(field());
    expect(error()).toBeVisible();
  });
});
