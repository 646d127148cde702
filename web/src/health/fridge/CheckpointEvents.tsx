import { useInfiniteQuery } from "@tanstack/react-query";
import { fridgeEventsQuery } from "../fridgeHealth";
import { EventList } from "./EventList";

/** Checkpoint events of drivers and the fridge, newest first. */
export function CheckpointEvents({ id }: { readonly id: string }) {
  const events = useInfiniteQuery(fridgeEventsQuery(id));
  const items = events.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section className="fridge-section" aria-labelledby="fridge-events">
      <h2 id="fridge-events">Fridge events</h2>
      <EventList
        query={events}
        label="Fridge events"
        emptyText="No events reported"
        events={items.map(({ id: key, name, timestamp, data }) => ({ key, name, at: timestamp, data }))}
      />
    </section>
  );
}
