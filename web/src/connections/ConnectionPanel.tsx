import { useQuery } from "@tanstack/react-query";
import { livePollInterval } from "../api/live";
import { onDemand } from "../ui/onDemand";
import { Panel } from "../ui/Panel";
import { knownAt } from "../ui/query/query";
import { QueryView } from "../ui/query/QueryView";
import { Skeleton } from "../ui/query/Skeleton";
import { CONNECTION_POLL_INTERVAL, connectionQuery } from "./connection";
import type { ConnectionProps } from "./panel/ConnectionDetails";

const SKELETON = <Skeleton label="the connection" rows={5} />;
const ConnectionDetails = onDemand(async () => (await import("./panel/ConnectionDetails")).ConnectionDetails, SKELETON);

interface Props extends ConnectionProps {
  readonly id: string;
  /** Whether live events arrive. */
  readonly connected: boolean;
}

/** The connection of a fridge to the message broker, with its certificates and the actions on them (CON-40). */
export function ConnectionPanel({ id, connected, ...props }: Props) {
  const connection = useQuery({
    ...connectionQuery(id),
    refetchInterval: livePollInterval(connected, CONNECTION_POLL_INTERVAL),
  });
  return (
    <Panel title="Connection">
      <QueryView
        query={connection}
        label="the connection"
        error="Unable to load the connection, Please check your internet and your permissions"
        isEmpty={(data) => data === null}
        empty={{ title: "This location has no connection, because it is not a fridge." }}
        skeleton={SKELETON}
      >
        {(data) => data && <ConnectionDetails {...props} connection={data} knownAt={knownAt(connection, props.now)} />}
      </QueryView>
    </Panel>
  );
}
