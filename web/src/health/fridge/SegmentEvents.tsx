import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { FridgeSegmentEventType } from "../../api/schema";
import { Select } from "../../ui/form/Select";
import { Panel } from "../../ui/Panel";
import { segmentEventsQuery } from "../fridgeHealth";
import { EventList } from "./EventList";

const TYPES: readonly FridgeSegmentEventType[] = [
  "sessionStarted",
  "productListViewed",
  "purchaseCompleted",
  "pickupAccepted",
];

/** Customer events at the fridge, newest first, with Central time (HLT-12). */
export function SegmentEvents({ id }: { readonly id: string }) {
  const [type, setType] = useState<FridgeSegmentEventType | "">("");
  const events = useInfiniteQuery(segmentEventsQuery(id, type ? [type] : TYPES));
  const items = events.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Panel
      title="Segment events"
      aside={
        <Select
          aria-label="Segment event type"
          value={type}
          onChange={(value) => setType(TYPES.find((candidate) => candidate === value) ?? "")}
          emptyLabel="All types"
          options={TYPES}
        />
      }
    >
      <EventList
        fridge={id}
        query={events}
        label="Segment events"
        emptyText="No customer events of this type"
        events={items.map(({ id: key, eventType, date, payload }) => ({
          key,
          name: eventType,
          at: date,
          data: payload,
        }))}
      />
    </Panel>
  );
}
