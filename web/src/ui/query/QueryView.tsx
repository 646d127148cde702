import type { ReactNode } from "react";
import { kindOf } from "../../api/errors";
import { LiveAge } from "../LiveAge";
import { Page } from "../Page";
import { Empty } from "../states";
import { QueryError, type ErrorMessage } from "./ErrorNotice";
import { Forbidden, type ForbiddenProps } from "./Forbidden";
import { statusOf, type QueryState } from "./query";
import { Skeleton } from "./Skeleton";

/** The text of a view without data. */
export interface EmptyContent {
  /** A statement that there is no data, such as "No codes issued yet". */
  readonly title: ReactNode;
  /** The next step, in words. */
  readonly text?: string;
  /** The next step, as a button or link. */
  readonly action?: ReactNode;
}

/** How data stays up to date. */
export interface LiveState {
  /** Whether live events arrive: see useLive. */
  readonly connected: boolean;
  /** How often the data is read without live events, in milliseconds. */
  readonly pollInterval: number;
  /** The time of the data, in milliseconds since the epoch, if it is not the time of the read. */
  readonly at?: number | undefined;
  /** Text before the age, such as "Reported". */
  readonly label?: string;
}

/** A node, or a function of the live state's node, which is null until the data is loaded. */
type WithLive = ReactNode | ((live: ReactNode) => ReactNode);

interface Props<Data> {
  readonly query: QueryState<Data>;
  /** What loads, such as "coupons". */
  readonly label: string;
  /** Null if another view shows the query's error. */
  readonly error: ErrorMessage | null;
  /** The missing permission, if the server rejects the user. */
  readonly forbidden?: Omit<ForbiddenProps, "error">;
  /** Shown instead of the error if the server does not find the subject. */
  readonly notFound?: EmptyContent;
  /** Shown instead of the content if `isEmpty` returns true; by default for an empty list. */
  readonly empty?: EmptyContent | ((data: Data) => EmptyContent);
  readonly isEmpty?: (data: Data) => boolean;
  /** The placeholder while the data loads. It reserves the space of the content. */
  readonly skeleton?: ReactNode;
  readonly live?: LiveState;
  /** Controls above the content, which are also visible without data, but not without permission. */
  readonly toolbar?: WithLive;
  /** Content below, which is also visible without data, but not without permission. */
  readonly footer?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/**
 * Shows the data of a query, or the state without data: loading, failed, forbidden, not found or empty. After a failed
 * refresh, the data stays visible below the error.
 */
export function QueryView<Data>(props: Props<Data>) {
  const { query, label, error, forbidden, notFound, toolbar, footer, live } = props;
  const status = statusOf(query);
  if (status === "forbidden") {
    return <Forbidden {...(forbidden ?? { activity: `view ${label}` })} error={query.error} />;
  }
  return (
    <>
      {toolbar === undefined ? liveAge(query, live) : withLive(toolbar, query, live)}
      {notFound && kindOf(query.error) === "notFound" ? (
        <EmptyView {...notFound} />
      ) : (
        error !== null && <QueryError query={query} message={error} />
      )}
      {status === "loading" && (props.skeleton ?? <Skeleton label={label} />)}
      {query.data !== undefined && <Content {...props} data={query.data} />}
      {footer}
    </>
  );
}

interface PageProps<Data> extends Props<Data> {
  readonly title: string;
  /** Content next to the title. Hidden without permission. */
  readonly aside?: WithLive;
  readonly fill?: boolean;
}

/** A screen whose content is the data of a query. Shows the live state next to the title. */
export function QueryPage<Data>({ title, aside, fill, live, ...view }: PageProps<Data>) {
  const isForbidden = statusOf(view.query) === "forbidden";
  const content = aside === undefined && live ? (age: ReactNode) => age : aside;
  return (
    <Page
      title={title}
      {...(fill === undefined ? {} : { fill })}
      aside={isForbidden ? undefined : withLive(content, view.query, live)}
    >
      <QueryView {...view} />
    </Page>
  );
}

function withLive(content: WithLive, query: QueryState<unknown>, live: LiveState | undefined): ReactNode {
  return typeof content === "function" ? content(liveAge(query, live)) : content;
}

function liveAge(query: QueryState<unknown>, live: LiveState | undefined): ReactNode {
  if (live === undefined || query.data === undefined) return null;
  const { at = query.dataUpdatedAt, ...state } = live;
  return at === 0 ? null : <LiveAge at={at} {...state} />;
}

function Content<Data>({ data, empty, isEmpty = isEmptyList, children }: Props<Data> & { readonly data: Data }) {
  if (empty === undefined || !isEmpty(data)) return children(data);
  return <EmptyView {...(typeof empty === "function" ? empty(data) : empty)} />;
}

function isEmptyList(data: unknown): boolean {
  return Array.isArray(data) && data.length === 0;
}

function EmptyView({ title, text, action }: EmptyContent) {
  return (
    <Empty>
      <p>{title}</p>
      {text !== undefined && <p>{text}</p>}
      {action}
    </Empty>
  );
}
