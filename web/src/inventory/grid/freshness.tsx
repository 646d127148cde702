import type { Freshness } from "../rules/expiry";

/** What is said of a unit, and its mark: a shape, so that no colour is needed. */
export const FRESHNESS: Readonly<Record<Freshness, { readonly words: string; readonly mark: string }>> = {
  expired: { words: "Expired", mark: "✕" },
  soon: { words: "Expires within 24 hours", mark: "!" },
  unknown: { words: "Shelf life unknown", mark: "?" },
  good: { words: "Good", mark: "✓" },
};

export function FreshnessMark({ freshness }: { readonly freshness: Freshness }) {
  return (
    <span className="freshness-mark" data-freshness={freshness} aria-hidden="true">
      {FRESHNESS[freshness].mark}
    </span>
  );
}
