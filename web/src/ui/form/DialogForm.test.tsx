import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { RouterProvider, createMemoryRouter } from "react-router";
import { describe, expect, test, vi } from "vitest";
import { minLength, object, pipe, string, transform, trim } from "valibot";
import { ApiError } from "../../api/errors";
import { ConfirmProvider } from "../confirm";
import { ConflictNotice } from "./ConflictNotice";
import { DialogForm, SideForm } from "./DialogForm";
import { FormField } from "./FormField";
import { SelectField } from "./SelectField";
import { TextField } from "./TextField";
import { useLarderForm } from "./useLarderForm";

const SCHEMA = object({
  name: pipe(string(), trim(), minLength(1, "Enter a name")),
  stage: pipe(string(), transform(Number)),
});

interface Values {
  readonly name: string;
  readonly stage: number;
}

interface Props {
  readonly onSubmit: (values: Values) => Promise<unknown>;
  readonly onClose?: () => void;
  readonly disabledReason?: string;
  readonly withConflict?: boolean;
  readonly side?: boolean;
  readonly confirmsDiscard?: boolean;
}

function PilotForm({ onSubmit, onClose = () => undefined, withConflict, side, ...rest }: Props) {
  const pilot = useLarderForm({
    schema: SCHEMA,
    defaultValues: { name: "", stage: "1" },
    onSubmit,
    fieldOf: (field) => field.replace("input.", ""),
  });
  const Shell = side ? SideForm : DialogForm;
  return (
    <Shell
      title="Edit pilot"
      form={pilot}
      onClose={onClose}
      submit="Save"
      busyText="Saving…"
      {...rest}
      actions={<button type="button">Preview</button>}
      failure="The pilot could not be saved"
      renderConflict={
        withConflict
          ? (conflict) => (
              <ConflictNotice
                message={conflict.message}
                savedValue="Theirs"
                draftValue={pilot.form.getValues("name")}
                busy={pilot.busy}
                onUseSaved={onClose}
                onSaveDraft={() => void pilot.submit()}
              />
            )
          : undefined
      }
    >
      <FormField control={pilot.form.control} name="name">
        {(field) => <TextField label="Name" description="Shown to users" required {...field} />}
      </FormField>
      <FormField control={pilot.form.control} name="stage">
        {(field) => <SelectField label="Stage" options={["1", "2"]} {...field} />}
      </FormField>
    </Shell>
  );
}

/** Renders a button that opens the form, as the guard of unsaved changes needs a router and a confirmation dialog. */
function open(props: Props) {
  const onClose = vi.fn();
  function Screen() {
    const [isOpen, setIsOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setIsOpen(true)}>
          Open
        </button>
        {isOpen && (
          <PilotForm
            {...props}
            onClose={() => {
              onClose();
              setIsOpen(false);
            }}
          />
        )}
      </>
    );
  }
  const router = createMemoryRouter([
    {
      path: "*",
      element: (
        <ConfirmProvider>
          <Screen />
        </ConfirmProvider>
      ),
    },
  ]);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { onClose, router, user: userEvent.setup() };
}

const name = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Name" });
const openForm = async (user: ReturnType<typeof userEvent.setup>) =>
  user.click(await screen.findByRole("button", { name: "Open" }));
const save = () => screen.getByRole<HTMLButtonElement>("button", { name: "Save" });

describe.each([
  ["DialogForm", false],
  ["SideForm", true],
])("%s", (_, side) => {
  test("focuses its first field, and its opener after it is closed", async () => {
    const { user, onClose } = open({ side, onSubmit: () => Promise.resolve() });
    await openForm(user);
    expect(name()).toHaveFocus();
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(onClose).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(screen.getByRole("button", { name: "Open" })).toHaveFocus());
  });

  test("submits the values that the schema converts, once, and shows that it is busy", async () => {
    let finish: () => void = () => undefined;
    const onSubmit = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    const { user } = open({ side, onSubmit });
    await openForm(user);
    await user.type(name(), "  Blue {Enter}");
    await user.keyboard("{Enter}");
    expect(await screen.findByRole<HTMLButtonElement>("button", { name: /Saving…/ })).toBeDisabled();
    expect(onSubmit.mock.calls).toEqual([[{ name: "Blue", stage: 1 }]]);
    finish();
    await waitFor(() => expect(save()).toBeEnabled());
  });
});

describe("DialogForm", () => {
  test("shows an invalid value at its field, focuses the field and does not submit", async () => {
    const onSubmit = vi.fn(() => Promise.resolve());
    const { user } = open({ onSubmit });
    await openForm(user);
    await user.click(save());
    await waitFor(() => expect(name()).toHaveAccessibleDescription("Shown to users Enter a name"));
    expect(name()).toHaveAttribute("aria-invalid", "true");
    expect(name()).toHaveFocus();
    expect(onSubmit).not.toHaveBeenCalled();
    await user.type(name(), "B");
    await waitFor(() => expect(name()).toHaveAccessibleDescription("Shown to users"));
  });

  test("shows the server's errors at their fields and focuses the first one", async () => {
    const fields = [
      { field: "input.stage", message: "This stage is closed" },
      { field: "input.name", message: "This name exists" },
    ];
    const { user } = open({ onSubmit: () => Promise.reject(new ApiError("invalid", "Invalid", { fields })) });
    await openForm(user);
    await user.type(name(), "Blue{Enter}");
    const stage = screen.getByRole("combobox", { name: "Stage" });
    await waitFor(() => expect(stage).toHaveAccessibleDescription("This stage is closed"));
    expect(name()).toHaveAccessibleDescription("Shown to users This name exists");
    expect(stage).toHaveFocus();
    expect(screen.queryByText("Invalid")).toBeNull();
  });

  test("shows the server's errors of other fields, and other failures, below the fields", async () => {
    const fields = [{ field: "user", message: "This user is disabled" }];
    const onSubmit = vi
      .fn<() => Promise<void>>()
      .mockRejectedValueOnce(new ApiError("invalid", "", { fields }))
      .mockRejectedValueOnce(new ApiError("network"))
      .mockResolvedValueOnce();
    const { user } = open({ onSubmit });
    await openForm(user);
    await user.type(name(), "Blue{Enter}");
    expect(await screen.findByText("This user is disabled")).toBeInTheDocument();
    await user.click(save());
    expect(await screen.findByText("The pilot could not be saved")).toBeInTheDocument();
    await user.click(save());
    await waitFor(() => expect(screen.queryByText("The pilot could not be saved")).toBeNull());
  });

  test("cannot be submitted with Enter while it has a disabled reason", async () => {
    const onSubmit = vi.fn(() => Promise.resolve());
    const { user } = open({ onSubmit, disabledReason: "You don't have permission" });
    await openForm(user);
    expect(save()).toHaveAttribute("aria-disabled", "true");
    expect(save()).toHaveAccessibleDescription("You don't have permission");
    await user.type(name(), "Blue{Enter}");
    expect(onSubmit).not.toHaveBeenCalled();
  });

  test("shows further actions before the button that saves", async () => {
    const { user } = open({ onSubmit: () => Promise.resolve() });
    await openForm(user);
    const buttons = within(screen.getByRole("dialog")).getAllByRole("button");
    expect(buttons.slice(-3).map(({ textContent }) => textContent)).toEqual(["Cancel", "Preview", "Save"]);
  });

  test("discards unsaved changes without a question on request", async () => {
    const { user, onClose } = open({ onSubmit: () => Promise.resolve(), confirmsDiscard: false });
    await openForm(user);
    await user.type(name(), "Blue");
    await user.keyboard("{Escape}");
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test.each(["Cancel", "Dismiss", "{Escape}"])("asks before %s discards unsaved changes", async (way) => {
    const { user, onClose } = open({ onSubmit: () => Promise.resolve() });
    await openForm(user);
    await user.type(name(), "Blue");
    const leave = async () =>
      way === "{Escape}" ? user.keyboard(way) : user.click(screen.getByRole("button", { name: way }));
    await leave();
    const question = within(await screen.findByRole("dialog", { name: "Discard changes?" }));
    await user.click(question.getByRole("button", { name: "Keep editing" }));
    expect(onClose).not.toHaveBeenCalled();
    expect(name().value).toBe("Blue");
    await leave();
    await user.click(await screen.findByRole("button", { name: "Discard" }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  test("closes only the question on Escape", async () => {
    const { user, onClose } = open({ onSubmit: () => Promise.resolve() });
    await openForm(user);
    await user.type(name(), "Blue");
    await user.keyboard("{Escape}");
    await screen.findByRole("dialog", { name: "Discard changes?" });
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "Discard changes?" })).toBeNull());
    expect(screen.getByRole("dialog", { name: "Edit pilot" })).toBeInTheDocument();
    expect(onClose).not.toHaveBeenCalled();
  });

  test("asks before another screen discards unsaved changes", async () => {
    const { user, router } = open({ onSubmit: () => Promise.resolve() });
    await openForm(user);
    await user.type(name(), "Blue");
    await router.navigate("/other");
    expect(await screen.findByRole("dialog", { name: "Discard changes?" })).toBeInTheDocument();
    expect(router.state.location.pathname).toBe("/");
    await user.click(screen.getByRole("button", { name: "Discard" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/other"));
  });

  test("shows a conflict with both values instead of the fields, and saves the user's value on request", async () => {
    let finish: () => void = () => undefined;
    const onSubmit = vi
      .fn<() => Promise<void>>()
      .mockRejectedValueOnce(new ApiError("conflict", "Somewhere else, this pilot was changed"))
      .mockImplementationOnce(() => new Promise((resolve) => (finish = resolve)));
    const { user } = open({ onSubmit, withConflict: true });
    await openForm(user);
    await user.type(name(), "Blue{Enter}");
    const conflict = within(await screen.findByRole("alert", { name: "Conflict" }));
    expect(conflict.getByText("Somewhere else, this pilot was changed")).toBeInTheDocument();
    expect(conflict.getByText("Theirs")).toBeInTheDocument();
    expect(conflict.getByText("Blue")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
    await user.click(conflict.getByRole("button", { name: "Save your value" }));
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(2));
    // Both values stay visible until the user's value is saved.
    expect(screen.getByRole("alert", { name: "Conflict" })).toBeInTheDocument();
    finish();
    await waitFor(() => expect(screen.queryByRole("alert", { name: "Conflict" })).toBeNull());
  });

  test("shows a conflict as a message if it has no display of the values", async () => {
    const { user } = open({ onSubmit: () => Promise.reject(new ApiError("conflict", "This pilot was changed")) });
    await openForm(user);
    await user.type(name(), "Blue{Enter}");
    expect(await screen.findByText("This pilot was changed")).toBeInTheDocument();
    expect(name().value).toBe("Blue");
  });
});
