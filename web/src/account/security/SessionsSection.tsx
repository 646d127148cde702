import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { messageOf } from "../../api/errors";
import { graphql } from "../../api/graphql";
import { credentialFailure, endAllSessions } from "../../session/credentials";
import { formatBusinessTime } from "../../ui/businessTime";
import { Button } from "../../ui/Button";
import { useConfirm } from "../../ui/confirm";
import { Empty, Failure, Loading } from "../../ui/states";
import { mySignInsDocument } from "../operations.generated";

const signInsQuery = queryOptions({
  queryKey: ["mySignIns"],
  queryFn: async ({ signal }) => (await graphql(mySignInsDocument, {}, { signal })).mySignIns,
});

/** The user's latest sign-ins, and a button that ends all sessions. */
export function SessionsSection() {
  const titleId = useId();
  const confirm = useConfirm();
  const signIns = useQuery(signInsQuery);
  const endSessions = useMutation({ mutationFn: endAllSessions });

  async function endAll() {
    const confirmed = await confirm({
      title: "Sign out everywhere?",
      message:
        "You are signed out on this device immediately. Open pages on other devices stop working within an hour.",
      confirm: "Sign out everywhere",
      danger: true,
    });
    if (confirmed) endSessions.mutate();
  }

  return (
    <section className="account-section" aria-labelledby={titleId}>
      <h2 id={titleId}>Latest sign-ins</h2>
      <p>If you do not recognize one of these, change your password and sign out everywhere.</p>
      {signIns.isPending && <Loading label="your sign-ins" />}
      {signIns.isError && (
        <Failure
          message={messageOf(signIns.error, "Unable to load your sign-ins. Check your internet connection.")}
          onRetry={() => void signIns.refetch()}
          retrying={signIns.isFetching}
        />
      )}
      {signIns.data?.length === 0 && <Empty>No sign-ins were recorded in the last 90 days</Empty>}
      {signIns.data && signIns.data.length > 0 && (
        <ol className="account-sign-ins" aria-labelledby={titleId}>
          {signIns.data.map(({ at }) => (
            <li key={at}>
              <time dateTime={at}>{formatBusinessTime(at)}</time>
            </li>
          ))}
        </ol>
      )}
      {endSessions.isError && (
        <Failure
          message={credentialFailure(
            endSessions.error,
            "Unable to sign out everywhere. Check your internet connection.",
          )}
        />
      )}
      <div>
        <Button onClick={() => void endAll()} busy={endSessions.isPending} busyText="Signing out…">
          Sign out everywhere
        </Button>
      </div>
    </section>
  );
}
