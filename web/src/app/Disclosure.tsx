import { useId, useRef, type FocusEvent, type KeyboardEvent, type ReactNode } from "react";

export interface DisclosureState {
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly onClose: () => void;
}

interface Props extends DisclosureState {
  readonly label: ReactNode;
  /** Whether the current screen is one of its entries. */
  readonly current?: boolean;
  readonly children: ReactNode;
}

/**
 * A button that opens content below it. Escape closes it and focuses the button. Moving the focus outside closes it.
 */
export function Disclosure({ label, open, onToggle, onClose, current, children }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape" || !open) return;
    onClose();
    button.current?.focus();
  }

  function onBlur(event: FocusEvent) {
    if (open && event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) onClose();
  }

  return (
    // The key events bubble from the button and the links inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="disclosure" onKeyDown={onKeyDown} onBlur={onBlur}>
      <button
        ref={button}
        type="button"
        className="bar-item"
        aria-expanded={open}
        aria-controls={id}
        data-current={current || undefined}
        onClick={onToggle}
      >
        {label}
        <span className="disclosure-mark" aria-hidden="true" />
      </button>
      <div id={id} className="disclosure-content" hidden={!open}>
        {children}
      </div>
    </div>
  );
}
