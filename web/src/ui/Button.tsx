import { useId, type MouseEvent, type ReactNode } from "react";
import { Loader } from "./Loader";

interface Props {
  readonly children: ReactNode;
  readonly onClick?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined;
  readonly type?: "button" | "submit";
  /** `primary` for the main action of a screen or dialog, `danger` for an action that deletes or discards data. */
  readonly variant?: "primary" | "plain" | "link" | "danger";
  readonly disabled?: boolean | undefined;
  /** Why the button cannot be used. The button stays focusable, so that a screen reader can read the reason. */
  readonly disabledReason?: string | undefined;
  /** The button's text while `busy` is true. */
  readonly busyText?: string | undefined;
  readonly busy?: boolean | undefined;
  readonly "aria-label"?: string | undefined;
  readonly autoFocus?: boolean | undefined;
  readonly form?: string | undefined;
}

/** The classes of Amplify's button, whose style sheet applies. */
const CLASSES = {
  primary: "amplify-button--primary",
  plain: "",
  link: "amplify-button--link",
  danger: "amplify-button--destructive",
} as const;

export function Button({
  variant = "plain",
  disabled = false,
  disabledReason,
  busy,
  busyText = "Working…",
  children,
  onClick,
  type = "button",
  "aria-label": label,
  ...rest
}: Props) {
  const reasonId = useId();
  const hasDisabledReason = disabledReason !== undefined;

  function activate(event: MouseEvent<HTMLButtonElement>) {
    // The second click of a double click can arrive before the button is rendered as busy.
    const isRepeatedClick = busy !== undefined && event.detail > 1;
    if (busy || isRepeatedClick) event.preventDefault();
    else onClick?.(event);
  }

  // A busy button is always disabled, so that its action runs once.
  const isDisabled = disabled || busy === true;
  const states = `${isDisabled ? "amplify-button--disabled" : ""} ${busy ? "amplify-button--loading" : ""}`;

  return (
    <>
      <button
        {...rest}
        className={`amplify-button amplify-field-group__control ${CLASSES[variant]} amplify-button--small ${states}`}
        type={hasDisabledReason ? "button" : type}
        disabled={isDisabled}
        // The accessible name contains the visible text, for users of voice control.
        aria-label={label !== undefined && busy ? `${label}: ${busyText}` : label}
        aria-disabled={hasDisabledReason || undefined}
        aria-describedby={hasDisabledReason ? reasonId : undefined}
        title={disabledReason}
        onClick={hasDisabledReason ? undefined : activate}
      >
        {busy ? (
          <span className="amplify-flex amplify-button__loader-wrapper">
            <Loader size="small" />
            {busyText}
          </span>
        ) : (
          children
        )}
      </button>
      {hasDisabledReason && (
        <span id={reasonId} hidden>
          {disabledReason}
        </span>
      )}
    </>
  );
}
