import { useId, useLayoutEffect, useRef, type ReactNode } from "react";

interface Props {
  readonly title: string;
  /** Called when the user presses Escape or the close button. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** The buttons, the primary one last. */
  readonly actions: ReactNode;
  readonly wide?: boolean;
  /** Whether the dialog interrupts with an urgent message (role `alertdialog`). */
  readonly alert?: boolean;
}

/** A modal dialog, open while it is rendered. The browser keeps the focus inside and restores it afterwards. */
export function Dialog({ title, onClose, children, actions, wide = false, alert = false }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  // A layout effect closes the dialog before its element is removed. Later, the browser could not restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      role={alert ? "alertdialog" : undefined}
      className={wide ? "dialog dialog-wide" : "dialog"}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // Controls inside, such as a file picker, send `cancel` events as well. They do not close the dialog.
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onClose();
      }}
    >
      <header className="dialog-header">
        <h2 id={titleId}>{title}</h2>
        <button type="button" className="icon-button" aria-label="Dismiss" onClick={onClose}>
          ×
        </button>
      </header>
      <div className="dialog-body">{children}</div>
      <footer className="dialog-actions">{actions}</footer>
    </dialog>
  );
}
