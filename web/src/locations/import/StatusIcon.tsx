import type { RowStatus } from "./preview";

const ICONS: Readonly<Record<RowStatus, { readonly icon: "ok" | "refresh" | "exclamation"; readonly text: string }>> = {
  valid: { icon: "ok", text: "Valid" },
  pending: { icon: "refresh", text: "Pending" },
  invalid: { icon: "exclamation", text: "Invalid" },
  failed: { icon: "exclamation", text: "Failed" },
};

const PATHS = {
  ok: "M4 8.5l2.5 2.5L12 5.5",
  refresh: "M12.5 8a4.5 4.5 0 1 1-1.3-3.2M12.5 2.5v2.8H9.7",
  exclamation: "M8 1.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13M8 4.75v4M8 11.1v.15",
};

/** The status of a row as an icon with a text label. */
export function StatusIcon({ status }: { readonly status: RowStatus }) {
  const { icon, text } = ICONS[status];
  return (
    <span className="import-status" data-status={status} data-icon={icon} title={text}>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <path d={PATHS[icon]} fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
      </svg>
      <span className="import-status-word">{text}</span>
    </span>
  );
}
