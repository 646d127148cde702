import { useInfiniteQuery } from "@tanstack/react-query";
import { Panel } from "../../ui/Panel";
import { fridgeEventsQuery } from "../fridgeHealth";
import { EventList } from "./EventList";

/** Checkpoint events of drivers and the fridge, newest first. */
export function CheckpointEvents({ id }: { readonly id: string }) {
  const events = useInfiniteQuery(fridgeEventsQuery(id));
  const items = events.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Panel title="Fridge events">
      <EventList
        fridge={id}
        query={events}
        label="Fridge events"
        emptyText="No events reported"
        events={items.map(({ id: key, name, timestamp, data }) => ({ key, name, at: timestamp, data }))}
      />
    </Panel>
  );
}
