import { useState, type ReactNode } from "react";
import { minLength, object, pipe, string } from "valibot";
import { toastCommandResult, toastFailure, toastNotice, toastSuccess } from "../../src/lib/toast";
import { ApiError } from "../../src/api/errors";
import { Button } from "../../src/ui/Button";
import { useConfirm } from "../../src/ui/confirm";
import { Dialog } from "../../src/ui/Dialog";
import { ComboboxField } from "../../src/ui/form/ComboboxField";
import { ConflictNotice } from "../../src/ui/form/ConflictNotice";
import { DateField } from "../../src/ui/form/DateField";
import { DialogForm, SideForm } from "../../src/ui/form/DialogForm";
import { FormField } from "../../src/ui/form/FormField";
import { TextField } from "../../src/ui/form/TextField";
import { useLarderForm } from "../../src/ui/form/useLarderForm";
import { Toolbar } from "../../src/ui/Toolbar";

interface OpenerProps {
  readonly label: string;
  readonly children: (close: () => void) => ReactNode;
}

function Opener({ label, children }: OpenerProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{label}</Button>
      {isOpen && children(() => setIsOpen(false))}
    </>
  );
}

const TEXT = "The fridge restarts at once. Its door stays locked for about two minutes.";

export function Dialogs() {
  const confirm = useConfirm();
  return (
    <Toolbar align="center">
      <Opener label="Open dialog">
        {(close) => (
          <Dialog title="Restart IL_0001" onClose={close} actions={<Button onClick={close}>Close</Button>}>
            <p>{TEXT}</p>
          </Dialog>
        )}
      </Opener>
      <Opener label="Open wide dialog">
        {(close) => (
          <Dialog wide title="Restart IL_0001" onClose={close} actions={<Button onClick={close}>Close</Button>}>
            <p>{TEXT}</p>
          </Dialog>
        )}
      </Opener>
      <Opener label="Open side dialog">
        {(close) => (
          <Dialog side title="Restart IL_0001" onClose={close} actions={<Button onClick={close}>Close</Button>}>
            <p>{TEXT}</p>
          </Dialog>
        )}
      </Opener>
      <Opener label="Open alert">
        {(close) => (
          <Dialog alert title="Are you still there?" onClose={close} actions={<Button onClick={close}>Stay</Button>}>
            <p>{TEXT}</p>
          </Dialog>
        )}
      </Opener>
      <Button
        onClick={() =>
          void confirm({ title: "Delete the zone?", message: "Its drivers lose it.", confirm: "Delete", danger: true })
        }
      >
        Open confirmation
      </Button>
    </Toolbar>
  );
}

const SCHEMA = object({ name: pipe(string(), minLength(1, "Enter a name")), layout: string(), day: string() });

function LocationForm({ side = false, onClose }: { readonly side?: boolean; readonly onClose: () => void }) {
  const form = useLarderForm({
    schema: SCHEMA,
    defaultValues: { name: "", layout: "MW_STANDARD", day: "2026-11-21" },
    onSubmit: () => Promise.reject(new ApiError("conflict", "Another user saved a newer value.")),
  });
  const Shell = side ? SideForm : DialogForm;
  const { control } = form.form;
  return (
    <Shell
      title="Edit location"
      form={form}
      onClose={onClose}
      submit="Save"
      failure="The location could not be saved"
      renderConflict={({ message }) => (
        <ConflictNotice
          message={message}
          detail="operations@larder.example, 5 minutes ago"
          savedValue="Chicago Tower 1"
          draftValue={form.form.getValues("name")}
          busy={form.busy}
          onUseSaved={onClose}
          onSaveDraft={() => undefined}
        />
      )}
    >
      <FormField control={control} name="name">
        {(field) => <TextField label="Name" description="Shown to drivers" required {...field} />}
      </FormField>
      <FormField control={control} name="layout">
        {(field) => <ComboboxField label="Layout" options={["MW_STANDARD", "NE_STANDARD", "NE_PREMIUM"]} {...field} />}
      </FormField>
      <FormField control={control} name="day">
        {(field) => <DateField label="Opening day" {...field} />}
      </FormField>
    </Shell>
  );
}

export function Forms() {
  return (
    <Toolbar align="center">
      <Opener label="Open form">{(close) => <LocationForm onClose={close} />}</Opener>
      <Opener label="Open side form">{(close) => <LocationForm side onClose={close} />}</Opener>
    </Toolbar>
  );
}

export function Messages() {
  return (
    <Toolbar align="center">
      <Button onClick={() => toastSuccess("The location was saved.")}>Show success</Button>
      <Button onClick={() => toastFailure("The location was not saved.")}>Show failure</Button>
      <Button onClick={() => toastNotice("notice", "A newer version is available.")}>Show notice</Button>
      <Button onClick={() => toastCommandResult("success", "Restarted IL_0001", "After 12 seconds")}>
        Show command result
      </Button>
    </Toolbar>
  );
}
