import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { messageOf } from "../../api/errors";
import { graphql } from "../../api/graphql";
import { credentialFailure, endAllSessions } from "../../session/credentials";
import { businessTime } from "../../ui/businessTime";
import { Button } from "../../ui/Button";
import { useConfirm } from "../../ui/confirm";
import { Empty, Failure, Loading } from "../../ui/states";
import { mySignInsDocument } from "../operations.generated";

const signInsQuery = queryOptions({
  queryKey: ["mySignIns"],
  queryFn: async ({ signal }) => (await graphql(mySignInsDocument, {}, { signal })).mySignIns,
});

/** When the user signed in last, and the end of all sessions. */
export function SessionsSection() {
  const titleId = useId();
  const confirm = useConfirm();
  const signIns = useQuery(signInsQuery);
  const ending = useMutation({ mutationFn: endAllSessions });

  async function endAll() {
    const sure = await confirm({
      title: "Sign out everywhere?",
      message:
        "You are signed out on this device at once. Pages that are open on other devices stop working within an hour.",
      confirm: "Sign out everywhere",
      danger: true,
    });
    if (sure) ending.mutate();
  }

  return (
    <section className="account-section" aria-labelledby={titleId}>
      <h2 id={titleId}>Latest sign-ins</h2>
      <p>If you do not recognize one of these, change your password and sign out everywhere.</p>
      {signIns.isPending && <Loading what="your sign-ins" />}
      {signIns.isError && (
        <Failure
          message={messageOf(signIns.error, "Unable to load your sign-ins, Please check your internet")}
          onRetry={() => void signIns.refetch()}
          retrying={signIns.isFetching}
        />
      )}
      {signIns.data?.length === 0 && <Empty>No sign-ins were recorded in the last 90 days</Empty>}
      {signIns.data && signIns.data.length > 0 && (
        <ol className="account-sign-ins" aria-labelledby={titleId}>
          {signIns.data.map(({ at }) => (
            <li key={at}>
              <time dateTime={at}>{businessTime(at)}</time>
            </li>
          ))}
        </ol>
      )}
      {ending.isError && (
        <Failure
          message={credentialFailure(ending.error, "Unable to sign out everywhere, Please check your internet")}
        />
      )}
      <div>
        <Button onClick={() => void endAll()} busy={ending.isPending} busyText="Signing out…">
          Sign out everywhere
        </Button>
      </div>
    </section>
  );
}
