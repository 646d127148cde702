import { useId, useState, type CSSProperties, type KeyboardEvent, type MouseEvent, type ReactNode } from "react";
import styles from "./button.module.css";
import { Loader } from "./Loader";
import { VisuallyHidden } from "./text";

interface Props {
  readonly children: ReactNode;
  readonly onClick?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined;
  readonly type?: "button" | "submit";
  /** `primary` for the main action of a screen or dialog, `danger` for an action that deletes or discards data. */
  readonly variant?: "primary" | "plain" | "link" | "danger";
  /**
   * Why the button cannot be used; undefined if it can. The button stays focusable, so that a screen reader can read the
   * reason. A button cannot be disabled without a reason.
   */
  readonly disabledReason?: string | undefined;
  /** The button's text while `busy` is true. */
  readonly busyText?: string | undefined;
  readonly busy?: boolean | undefined;
  /** Shows only the loader while `busy` is true, so that the button keeps its width and the controls next to it their place. */
  readonly keepsWidth?: boolean | undefined;
  readonly "aria-label"?: string | undefined;
  readonly autoFocus?: boolean | undefined;
  readonly form?: string | undefined;
}

/** The reason of a button that another action on the same object disables. */
export const WAIT_REASON = "Wait until the current action is finished";

/** The classes of Amplify's button, whose style sheet applies. */
const CLASSES = {
  primary: "amplify-button--primary",
  plain: "",
  link: "amplify-button--link",
  danger: "amplify-button--destructive",
} as const;

export function Button({
  variant = "plain",
  disabledReason,
  busy,
  busyText = "Working…",
  keepsWidth = false,
  children,
  onClick,
  type = "button",
  "aria-label": label,
  ...rest
}: Props) {
  const reasonId = useId();
  const hasDisabledReason = disabledReason !== undefined;
  // The position of the reason while the button has the keyboard's focus. The pointer shows it as the title.
  const [position, setPosition] = useState<CSSProperties | null>(null);
  const isReasonVisible = hasDisabledReason && position !== null;

  function showReason(button: HTMLButtonElement) {
    if (!button.matches(":focus-visible")) return;
    const { left, bottom } = button.getBoundingClientRect();
    setPosition({ insetInlineStart: left, insetBlockStart: bottom });
  }

  function hideReason(event: KeyboardEvent) {
    if (event.key !== "Escape" || !isReasonVisible) return;
    // Escape closes only the innermost layer.
    event.stopPropagation();
    setPosition(null);
  }

  function activate(event: MouseEvent<HTMLButtonElement>) {
    // The second click of a double click can arrive before the button is rendered as busy.
    const isRepeatedClick = busy !== undefined && event.detail > 1;
    if (busy || isRepeatedClick) event.preventDefault();
    else onClick?.(event);
  }

  const states = busy ? "amplify-button--disabled amplify-button--loading" : "";

  return (
    <>
      <button
        {...rest}
        className={`amplify-button amplify-field-group__control ${CLASSES[variant]} amplify-button--small ${states}`}
        type={hasDisabledReason ? "button" : type}
        // The action of a busy button runs once.
        disabled={busy}
        // The accessible name contains the visible text, for users of voice control.
        aria-label={label !== undefined && busy ? `${label}: ${busyText}` : label}
        aria-disabled={hasDisabledReason || undefined}
        aria-describedby={hasDisabledReason ? reasonId : undefined}
        title={disabledReason}
        onClick={hasDisabledReason ? undefined : activate}
        onFocus={({ currentTarget }) => showReason(currentTarget)}
        onBlur={() => setPosition(null)}
        onKeyDown={hideReason}
      >
        {busy ? <BusyContent text={busyText} idle={keepsWidth ? children : undefined} /> : children}
      </button>
      {hasDisabledReason && (
        <span id={reasonId} className={styles.reason} style={position ?? undefined} hidden={!isReasonVisible}>
          {disabledReason}
        </span>
      )}
    </>
  );
}

interface BusyProps {
  readonly text: string;
  /** The content of the button that is not busy, if it keeps its space. */
  readonly idle: ReactNode | undefined;
}

function BusyContent({ text, idle }: BusyProps) {
  if (idle === undefined) {
    return (
      <span className="amplify-flex amplify-button__loader-wrapper">
        <Loader size="small" />
        {text}
      </span>
    );
  }
  return (
    <span className={styles.busy}>
      <span className={styles.idleContent} aria-hidden="true">
        {idle}
      </span>
      <Loader size="small" />
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  );
}
