import type { ReactNode } from "react";
import { Button } from "./Button";
import { DaySearch } from "./DaySearch";
import { formatDay, parseDay } from "./day";
import { Page } from "./Page";
import type { Address } from "./useAddress";

interface Props {
  readonly title: string;
  /** Its part `date` is the day. */
  readonly address: Address;
  /** The day that is offered first. */
  readonly initial: () => string;
  readonly children: (day: string) => ReactNode;
}

/** A screen of one drop-off day: first which one, then the day's work with the way to another. */
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
