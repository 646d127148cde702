import { Link } from "react-router";
import type { DisconnectionTimes } from "../../connections/connection";
import { formatCount } from "../../lib/formats";
import type { QueryState } from "../../ui/query/query";
import { QueryView } from "../../ui/query/QueryView";
import { Muted } from "../../ui/text";
import type { Entry } from "./entries";

interface Props {
  readonly query: QueryState<DisconnectionTimes>;
  readonly entries: readonly Entry[];
  /** The list of the disconnected fridges. */
  readonly href: string;
}

/** The number of disconnected LIVE fridges, with a link that lists them. */
export function DisconnectedCount({ query, entries, href }: Props) {
  return (
    <QueryView
      query={query}
      label="disconnected fridges"
      error="Unable to load the disconnected fridges, Please check your internet and your permissions"
      skeleton={<Muted as="p">Loading disconnected fridges…</Muted>}
    >
      {(disconnected) => {
        const count = entries.filter(({ id }) => disconnected.has(id)).length;
        return count === 0 ? (
          <Muted as="p">No fridges are disconnected.</Muted>
        ) : (
          <p>
            <Link to={href}>{formatCount(count, "fridge")}</Link> {count === 1 ? "is" : "are"} disconnected.
          </p>
        );
      }}
    </QueryView>
  );
}
