import { useEffect, useRef, useState, type ReactNode } from "react";
import buttonStyles from "./button.module.css";
import { onDemand } from "./onDemand";

const PopoverDialog = onDemand(async () => (await import("./PopoverDialog")).PopoverDialog);

interface Props {
  /** The button's text. */
  readonly text: string;
  /** The accessible name of the dialog in the popover. */
  readonly label: string;
  readonly popoverClass: string | undefined;
  readonly dialogClass: string | undefined;
  /** Loads further files of the content. */
  readonly onPreload?: () => void;
  /** The content of the dialog. */
  readonly children: (close: () => void) => ReactNode;
}

/**
 * A button that opens a dialog next to it. The library of popovers is not part of the screen: it is loaded as soon as the
 * pointer or the focus reaches the button.
 */
export function PopoverButton({ text, onPreload, children, ...props }: Props) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const wasOpen = useRef(false);
  const close = () => setIsOpen(false);
  const preload = () => {
    PopoverDialog.preload();
    onPreload?.();
  };

  useEffect(() => {
    if (wasOpen.current && !isOpen) trigger.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={buttonStyles.plain}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setIsOpen(true)}
      >
        {text}
      </button>
      {isOpen && (
        <PopoverDialog {...props} trigger={trigger} onClose={close}>
          {children(close)}
        </PopoverDialog>
      )}
    </>
  );
}
