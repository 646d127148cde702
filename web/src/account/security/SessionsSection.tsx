import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { graphql } from "../../api/graphql";
import { formatDateTime } from "../../lib/formats";
import { credentialFailure, endAllSessions } from "../../session/credentials";
import { Button } from "../../ui/Button";
import { useConfirm } from "../../ui/confirm";
import { Panel } from "../../ui/Panel";
import { ErrorNotice } from "../../ui/query/ErrorNotice";
import { QueryView } from "../../ui/query/QueryView";
import { Skeleton } from "../../ui/query/Skeleton";
import { mySignInsDocument } from "../operations.generated";
import styles from "./security.module.css";

const signInsQuery = queryOptions({
  queryKey: ["mySignIns"],
  queryFn: async ({ signal }) => (await graphql(mySignInsDocument, {}, { signal })).mySignIns,
});

/** The user's latest sign-ins, and a button that ends all sessions. */
export function SessionsSection() {
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
    <Panel title="Latest sign-ins">
      <p>If you do not recognize one of these, change your password and sign out everywhere.</p>
      <ErrorNotice
        error={endSessions.error}
        message={(error) => credentialFailure(error, "Unable to sign out everywhere. Check your internet connection.")}
      />
      <div>
        <Button onClick={() => void endAll()} busy={endSessions.isPending} busyText="Signing out…">
          Sign out everywhere
        </Button>
      </div>
      <QueryView
        query={signIns}
        label="your sign-ins"
        error="Unable to load your sign-ins. Check your internet connection."
        empty={{ title: "No sign-ins were recorded in the last 90 days" }}
        skeleton={<Skeleton label="your sign-ins" rows={3} />}
      >
        {(latest) => (
          <ol className={styles.signIns} aria-label="Latest sign-ins">
            {latest.map(({ at }) => (
              <li key={at}>
                <time dateTime={at}>{formatDateTime(at)}</time>
              </li>
            ))}
          </ol>
        )}
      </QueryView>
    </Panel>
  );
}
