import { useQuery } from "@tanstack/react-query";
import { connectionQuery } from "../../connections/connection";
import { fridgeHealthQuery, HEALTH_FAILURE } from "../../health/fridgeHealth";
import { ProblemTags } from "../../health/ProblemTags";
import { problemsOf } from "../../health/rules/problems";
import { useNow } from "../../lib/useNow";
import { Facts } from "../../ui/Facts";
import { Panel } from "../../ui/Panel";
import { knownAt } from "../../ui/query/query";
import { QueryView } from "../../ui/query/QueryView";
import { Skeleton } from "../../ui/query/Skeleton";
import { Muted } from "../../ui/text";
import type { LocationDetail } from "../locationQuery";
import { formatValue } from "../rules/format";

/** Whether the location sells and receives food, with the recorded reasons, and the problems of its fridge. */
export function StatePanel({ location }: { readonly location: LocationDetail }) {
  const { status, publicStatus, prod, reserve, updateReason, address, directions, hours } = location;
  return (
    <Panel title="State">
      {location.type === "FRIDGE" && <Problems id={location.id} />}
      <Facts
        facts={[
          ["Status", status],
          ["Public status", publicStatus],
          ["Ready for Allocation", withReason(formatValue("prod", prod), updateReason.prod)],
          ["Mobile Ordering", withReason(formatValue("reserve", reserve), updateReason.reserve)],
          ["Address", formatValue("address", address)],
          ["Directions", directions],
          ["Hours", hours],
        ]}
      />
    </Panel>
  );
}

function withReason(value: string, reason: string | null) {
  return (
    <>
      {value}
      {reason && <Muted> Reason: {reason}</Muted>}
    </>
  );
}

/** The header polls the health and the connection. */
function Problems({ id }: { readonly id: string }) {
  const now = useNow();
  const health = useQuery(fridgeHealthQuery(id));
  const isDisconnected = useQuery(connectionQuery(id)).data?.state === "DISCONNECTED";
  return (
    <QueryView
      query={health}
      label="problems"
      error={HEALTH_FAILURE}
      skeleton={<Skeleton label="problems" height="1.5rem" />}
    >
      {(report) =>
        report ? (
          <>
            <ProblemTags problems={problemsOf(report, knownAt(health, now), isDisconnected)} />
            {report.allReasons.length > 0 && <Muted as="p">Reported: {report.allReasons.join(", ")}</Muted>}
          </>
        ) : (
          <Muted as="p">No data: this fridge has never reported.</Muted>
        )
      }
    </QueryView>
  );
}
