import { useEffect, useId, useRef, type ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import type { ApiError } from "../../api/errors";
import { Button } from "../Button";
import { useConfirm } from "../confirm";
import { Dialog } from "../Dialog";
import { Form } from "../Form";
import { ErrorNotice, type ErrorMessage } from "../query/ErrorNotice";
import { useUnsavedChangesGuard } from "../useUnsavedChangesGuard";
import styles from "./dialogForm.module.css";
import type { LarderForm } from "./useLarderForm";

interface Props<Input extends FieldValues, Output> {
  readonly title: string;
  readonly form: LarderForm<Input, Output>;
  /** Called when the user closes the dialog. Unsaved changes are confirmed first. */
  readonly onClose: () => void;
  /** The label of the button that saves. */
  readonly submit: string;
  readonly busyText?: string;
  /** Why the form cannot be submitted; undefined if it can. */
  readonly disabledReason?: string | undefined;
  /** Buttons before the one that saves. */
  readonly actions?: ReactNode;
  /** Whether unsaved changes are confirmed before the form discards them, which is the default. */
  readonly confirmsDiscard?: boolean;
  /** The label of the button that closes the dialog; "Cancel" by default. */
  readonly cancel?: string;
  /** The message for errors without a message of the server. */
  readonly failure: ErrorMessage;
  /** Replaces the fields after another user saved other values. Without it, the dialog shows the server's message. */
  readonly renderConflict?: (conflict: ApiError) => ReactNode;
  readonly wide?: boolean;
  readonly children: ReactNode;
  /** Content below the form. */
  readonly footer?: ReactNode;
}

const DISCARD = {
  title: "Discard changes?",
  message: "Your changes are not saved.",
  confirm: "Discard",
  cancel: "Keep editing",
  danger: true,
} as const;

/** A dialog with a form. It saves once per submission, and asks before it discards unsaved changes. */
export function DialogForm<Input extends FieldValues, Output>(props: Props<Input, Output>) {
  return <FormDialog {...props} />;
}

/** A form in a panel at the side of the window, for forms with long content. */
export function SideForm<Input extends FieldValues, Output>(props: Props<Input, Output>) {
  return <FormDialog {...props} side />;
}

function FormDialog<Input extends FieldValues, Output>({
  title,
  form: { submit: onSubmit, busy, isDirty, error, conflict },
  onClose,
  submit,
  busyText,
  disabledReason,
  actions,
  confirmsDiscard = true,
  cancel = "Cancel",
  failure,
  renderConflict,
  wide,
  side,
  children,
  footer,
}: Props<Input, Output> & { readonly side?: boolean }) {
  const id = useId();
  const confirm = useConfirm();
  const element = useRef<HTMLFormElement>(null);
  const conflictNotice = conflict && renderConflict?.(conflict);
  useEffect(() => element.current?.querySelector<HTMLElement>("input, select, textarea")?.focus(), []);
  const needsConfirmation = isDirty && confirmsDiscard;
  useUnsavedChangesGuard(needsConfirmation, { ...DISCARD, cancel: "Stay" });

  async function close() {
    if (!needsConfirmation || (await confirm(DISCARD))) onClose();
  }

  return (
    <Dialog
      title={title}
      wide={wide}
      side={side}
      onClose={() => void close()}
      actions={
        <>
          <Button onClick={() => void close()}>{cancel}</Button>
          {!conflictNotice && actions}
          {!conflictNotice && (
            <Button
              variant="primary"
              type="submit"
              form={id}
              busy={busy}
              busyText={busyText}
              disabledReason={disabledReason}
            >
              {submit}
            </Button>
          )}
        </>
      }
    >
      {conflictNotice ?? (
        <Form
          ref={element}
          id={id}
          className={styles.form}
          busy={busy}
          noValidate
          onSubmit={(event) => {
            // Enter also submits a form whose button is disabled.
            if (disabledReason === undefined) void onSubmit(event);
          }}
        >
          {children}
          <ErrorNotice error={error} message={failure} />
        </Form>
      )}
      {footer}
    </Dialog>
  );
}
