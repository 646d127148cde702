import type { ReactNode } from "react";
import { formatDay } from "../lib/formats";
import { Button } from "../ui/Button";
import { DaySearch } from "./DaySearch";
import { parseDay } from "../lib/day";
import { Page } from "../ui/Page";
import type { UrlState } from "../lib/useUrlState";

interface Props {
  readonly title: string;
  /** Holds the day as the parameter `date`. */
  readonly address: UrlState;
  /** The suggested day. */
  readonly initial: () => string;
  readonly children: (day: string) => ReactNode;
}

/** A screen about one drop-off day. It asks for the day first, then shows the day with a button to choose another. */
export function DayPage({ title, address: { address, go }, initial, children }: Props) {
  const day = parseDay(address.get("date") ?? "");
  if (!day) {
    return (
      <Page title={title}>
        <DaySearch
          label="Drop Off Date"
          initial={initial}
          onSearch={(date) => go(() => new URLSearchParams({ date }))}
        />
      </Page>
    );
  }
  return (
    <Page
      title={`${title} ${formatDay(day)}`}
      aside={<Button onClick={() => go(() => new URLSearchParams())}>Choose another date</Button>}
    >
      {children(day)}
    </Page>
  );
}
