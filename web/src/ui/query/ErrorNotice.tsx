import { ApiError, messageOf } from "../../api/errors";
import { formatAge } from "../../lib/formats";
import { useNow } from "../../lib/useNow";
import { Failure } from "../states";
import { Muted } from "../text";
import { useCollectedError } from "./errorCollector";
import { Forbidden, type ForbiddenProps } from "./Forbidden";
import { statusOf, type QueryState } from "./query";
import styles from "./query.module.css";

/** The message for an error: a text for errors without a message of the server, or a function of the error. */
export type ErrorMessage = string | ((error: unknown) => string);

interface Props {
  /** Null or undefined if there is no error. */
  readonly error: unknown;
  readonly message: ErrorMessage;
  readonly onRetry?: (() => void) | undefined;
  readonly retrying?: boolean | undefined;
  /** When the data that stays visible was read, in milliseconds since the epoch. */
  readonly staleSince?: number | undefined;
}

/**
 * Shows an error with its message, the id of the request and the age of the data that stays visible. If several reads of
 * a page failed, the page shows them in one box (see CombinedErrors).
 */
export function ErrorNotice(props: Props) {
  return props.error === null || props.error === undefined ? null : <Notice {...props} />;
}

function Notice({ error, message, onRetry, retrying, staleSince }: Props) {
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  const text = typeof message === "string" ? messageOf(error, message) : message(error);
  const isCombined = useCollectedError({ message: text, requestId, onRetry, retrying });
  if (isCombined) {
    return <Muted as="p">{staleSince === undefined ? "Could not be loaded" : <StaleAge at={staleSince} />}</Muted>;
  }
  return (
    <Failure message={text} onRetry={onRetry} retrying={retrying}>
      {staleSince !== undefined && <StaleAge at={staleSince} />}
      {requestId !== undefined && <span className={styles.detail}>Request ID: {requestId}</span>}
    </Failure>
  );
}

function StaleAge({ at }: { readonly at: number }) {
  const now = useNow();
  return (
    <span className={styles.detail}>
      Showing data from <time dateTime={new Date(at).toISOString()}>{formatAge(at, Math.max(now, at))}</time>
    </span>
  );
}

interface QueryErrorProps {
  readonly query: Omit<QueryState<unknown>, "dataUpdatedAt"> & Partial<Pick<QueryState<unknown>, "dataUpdatedAt">>;
  readonly message: ErrorMessage;
  /** The missing permission, if the server rejects the user. Without it, the notice shows the server's message. */
  readonly forbidden?: Omit<ForbiddenProps, "error"> | undefined;
  /** Whether a missing permission is not an error, because the screen works without the data. */
  readonly ignoresForbidden?: boolean;
}

/** Shows the error of a query, with a retry. For data that the screen also works without. */
export function QueryError({ query, message, forbidden, ignoresForbidden = false }: QueryErrorProps) {
  const { data, error, isFetching, dataUpdatedAt, refetch } = query;
  if (statusOf(query) === "forbidden") {
    if (ignoresForbidden) return null;
    if (forbidden) return <Forbidden {...forbidden} error={error} />;
  }
  return (
    <ErrorNotice
      error={error}
      message={message}
      onRetry={() => void refetch()}
      retrying={isFetching}
      staleSince={data === undefined || !dataUpdatedAt ? undefined : dataUpdatedAt}
    />
  );
}
