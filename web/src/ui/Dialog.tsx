import { useId, useLayoutEffect, useRef, type ReactNode } from "react";

interface Props {
  readonly title: string;
  /** Escape or the closing cross. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** The buttons, the main one last. */
  readonly actions: ReactNode;
  readonly wide?: boolean;
  /** It interrupts with something that went wrong. */
  readonly alert?: boolean;
}

/**
 * A modal dialog, open for as long as it is rendered. The browser keeps the focus inside and gives it back afterwards.
 */
export function Dialog({ title, onClose, children, actions, wide = false, alert = false }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  // Before the element leaves the page: closed afterwards it could not give the focus back.
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
        // A control inside can be cancelled too (a file picker); that is no reason to close.
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
