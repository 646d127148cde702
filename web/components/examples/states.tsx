import { ApiError } from "../../src/api/errors";
import { Button } from "../../src/ui/Button";
import { FailedRows } from "../../src/ui/FailedRows";
import { LiveAge, LiveAgePlaceholder, LiveStatus } from "../../src/ui/LiveAge";
import type { QueryState } from "../../src/ui/query/query";
import { QueryView } from "../../src/ui/query/QueryView";
import { Failure, Loading } from "../../src/ui/states";

const NOW = Date.now();
const MINUTE = 60_000;

function stateOf(part: Partial<QueryState<readonly string[]>>): QueryState<readonly string[]> {
  return { data: undefined, error: null, isFetching: false, dataUpdatedAt: 0, refetch: () => undefined, ...part };
}

function View({ query }: { readonly query: QueryState<readonly string[]> }) {
  return (
    <QueryView
      query={query}
      label="coupons"
      error="Unable to load coupons"
      forbidden={{ activity: "view coupons", permission: "GenerateCoupon" }}
      notFound={{ title: "There is no location IL_0001" }}
      empty={{ title: "No codes issued yet", text: "Generate a code above.", action: <Button>Generate</Button> }}
    >
      {(codes) => <p>{codes.join()}</p>}
    </QueryView>
  );
}

export function LoadingStates() {
  return (
    <>
      <Loading label="your session" />
      <View query={stateOf({ isFetching: true })} />
      <View query={stateOf({ data: [], dataUpdatedAt: NOW })} />
    </>
  );
}

export function FailedStates() {
  return (
    <>
      <View query={stateOf({ error: new ApiError("network") })} />
      <View
        query={stateOf({
          data: ["JD4H1BYR"],
          dataUpdatedAt: NOW - 5 * MINUTE,
          error: new ApiError("unavailable", "Larder is busy at the moment."),
        })}
      />
      <View query={stateOf({ error: new ApiError("forbidden", "Error! User Action Prohibited!") })} />
      <View query={stateOf({ error: new ApiError("notFound", "Not found") })} />
      <Failure message="The change was not saved" onRetry={() => undefined} retrying />
      <FailedRows
        failures={[
          ["IL_0001", "The stop is already complete"],
          ["IL_0002", "The route has started"],
        ]}
      />
    </>
  );
}

export function LiveData() {
  const at = NOW - 3 * MINUTE;
  return (
    <>
      <LiveAge at={at} connected pollInterval={5000} label="Reported" />
      <LiveAge at={at} connected={false} pollInterval={MINUTE} />
      <LiveStatus connected />
      <LiveAgePlaceholder />
    </>
  );
}
