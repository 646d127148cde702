import type { ReactNode } from "react";

const ICONS = {
  error: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm1 15h-2v-2h2zm0-4h-2V7h2z",
  warning: "M1 21h22L12 2zm12-3h-2v-2h2zm0-4h-2v-4h2z",
  info: "M11 7h2v2h-2zm0 4h2v6h-2zm1-9a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 18a8 8 0 1 1 0-16 8 8 0 0 1 0 16z",
  success:
    "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 18a8 8 0 1 1 0-16 8 8 0 0 1 0 16zm4.6-12.4L10 14.2l-2.6-2.6L6 13l4 4 8-8z",
} as const;

interface Props {
  readonly variation: keyof typeof ICONS;
  readonly role: "alert" | "status";
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A message with an icon on a colored background, with the styles of Amplify's alert. */
export function Alert({ variation, role, className = "", children }: Props) {
  return (
    <div className={`amplify-flex amplify-alert ${className} amplify-alert--${variation}`} role={role}>
      <span className="amplify-alert__icon">
        <svg className="amplify-icon" viewBox="0 0 24 24" width="1em" height="1em" aria-hidden="true">
          <path d={ICONS[variation]} fill="currentColor" />
        </svg>
      </span>
      <div style={{ flex: 1 }}>
        <div className="amplify-alert__body">{children}</div>
      </div>
    </div>
  );
}
