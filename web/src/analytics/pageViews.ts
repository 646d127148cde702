/** Sends page views to the server in batches: after a delay, and when the page is hidden. */
import { isTransient } from "../api/errors";
import { graphql } from "../api/graphql";
import { recordPageViewsDocument } from "./operations.generated";
import { nextBatch, toRoutePattern, removeBatch, type PageView } from "./rules/pageViews";

/** The delay before a batch is sent. */
const BATCH_DELAY_MS = 20_000;

/** The part of the router that tracking needs: the location and the matched route patterns. */
interface Router {
  readonly state: RouterState;
  readonly subscribe: (listener: (state: RouterState) => void) => () => void;
}

interface RouterState {
  readonly location: { readonly pathname: string };
  readonly navigation: { readonly state: string };
  readonly matches: readonly { readonly route: { readonly path?: string | undefined } }[];
}

/** Tracks page views until the returned function is called. Failures stay silent, and transient ones are retried. */
export function trackPageViews(router: Router): () => void {
  let pending: readonly PageView[] = [];
  let currentPath: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending = false;

  async function sendBatch(keepalive: boolean): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const batch = nextBatch(pending, performance.now());
    if (sending || batch.length === 0) return;
    sending = true;
    try {
      await graphql(recordPageViewsDocument, { views: batch }, { keepalive });
      pending = removeBatch(pending, batch, performance.now());
    } catch (error) {
      // A rejected batch is dropped. Only transient failures are retried.
      if (!isTransient(error)) pending = removeBatch(pending, batch, performance.now());
    } finally {
      sending = false;
      if (pending.length > 0) timer ??= setTimeout(() => void sendBatch(false), BATCH_DELAY_MS);
    }
  }

  function recordView({ location, navigation, matches }: RouterState): void {
    // A filter changes only the query, which is the same screen.
    if (navigation.state !== "idle" || location.pathname === currentPath) return;
    currentPath = location.pathname;
    const screen = toRoutePattern(matches.map(({ route }) => route.path));
    pending = [...pending, { id: crypto.randomUUID(), screen, at: performance.now() }];
    timer ??= setTimeout(() => void sendBatch(false), BATCH_DELAY_MS);
  }

  const onVisibility = () => {
    if (document.visibilityState === "hidden") void sendBatch(true);
  };
  recordView(router.state);
  const unsubscribe = router.subscribe(recordView);
  document.addEventListener("visibilitychange", onVisibility);
  return () => {
    clearTimeout(timer);
    unsubscribe();
    document.removeEventListener("visibilitychange", onVisibility);
  };
}
