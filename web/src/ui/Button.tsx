import { Button as AmplifyButton } from "@aws-amplify/ui-react";
import { useId, type MouseEvent, type ReactNode } from "react";

interface Props {
  readonly children: ReactNode;
  readonly onClick?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined;
  readonly type?: "button" | "submit";
  /** `primary` for the one thing that a screen or dialog is for, `danger` where something is lost. */
  readonly look?: "primary" | "plain" | "quiet" | "danger";
  readonly disabled?: boolean | undefined;
  /** Why the button cannot be used: it stays reachable, so that the reason can be read and heard. */
  readonly disabledReason?: string | undefined;
  /** What the button says while its work is under way. */
  readonly busyText?: string | undefined;
  readonly busy?: boolean | undefined;
  readonly "aria-label"?: string | undefined;
  readonly autoFocus?: boolean | undefined;
  readonly form?: string | undefined;
}

const LOOKS = {
  primary: { variation: "primary" },
  plain: {},
  quiet: { variation: "link" },
  danger: { variation: "destructive" },
} as const;

export function Button({
  look = "plain",
  disabled = false,
  disabledReason,
  busy,
  busyText = "Working…",
  onClick,
  type = "button",
  "aria-label": label,
  ...rest
}: Props) {
  const reasonId = useId();
  const refused = disabledReason !== undefined;

  function activate(event: MouseEvent<HTMLButtonElement>) {
    // The second click of a double click can come before the page shows that the button is busy.
    const repeated = busy !== undefined && event.detail > 1;
    if (busy || repeated) event.preventDefault();
    else onClick?.(event);
  }

  return (
    <>
      <AmplifyButton
        {...rest}
        {...LOOKS[look]}
        size="small"
        type={refused ? "button" : type}
        // A busy button is disabled whatever else is said of it: its work is done once.
        isDisabled={disabled || busy === true}
        isLoading={busy ?? false}
        loadingText={busyText}
        // What it says is part of what it is called, for who speaks to it.
        aria-label={label !== undefined && busy ? `${label}: ${busyText}` : label}
        aria-disabled={refused || undefined}
        aria-describedby={refused ? reasonId : undefined}
        title={disabledReason}
        onClick={refused ? undefined : activate}
      />
      {refused && (
        <span id={reasonId} hidden>
          {disabledReason}
        </span>
      )}
    </>
  );
}
