/** Tells the server which screens are visited: soon after, in batches, and when the page is left. */
import { isTransient } from "../api/errors";
import { graphql } from "../api/graphql";
import { recordPageViewsDocument } from "./operations.generated";
import { batchOf, screenOf, withoutBatch, type View } from "./rules/pageViews";

/** How long a view waits for others. */
const PAUSE = 20_000;

/** What of a router is needed: where it is, by the paths of the routes that matched. */
interface Router {
  readonly state: RouterState;
  readonly subscribe: (listener: (state: RouterState) => void) => () => void;
}

interface RouterState {
  readonly location: { readonly pathname: string };
  readonly navigation: { readonly state: string };
  readonly matches: readonly { readonly route: { readonly path?: string | undefined } }[];
}

/** Watches until the answer is called. Nothing of it is ever in a person's way: what fails is told another time. */
export function watchScreens(router: Router): () => void {
  let waiting: readonly View[] = [];
  let shown: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending = false;

  async function tell(keepalive: boolean): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const batch = batchOf(waiting, performance.now());
    if (sending || batch.length === 0) return;
    sending = true;
    try {
      await graphql(recordPageViewsDocument, { views: batch }, { keepalive });
      waiting = withoutBatch(waiting, batch, performance.now());
    } catch (error) {
      // What is refused for good is not told again.
      if (!isTransient(error)) waiting = withoutBatch(waiting, batch, performance.now());
    } finally {
      sending = false;
      if (waiting.length > 0) timer ??= setTimeout(() => void tell(false), PAUSE);
    }
  }

  function look({ location, navigation, matches }: RouterState): void {
    // A filter changes the address, and is no other screen.
    if (navigation.state !== "idle" || location.pathname === shown) return;
    shown = location.pathname;
    const screen = screenOf(matches.map(({ route }) => route.path));
    waiting = [...waiting, { id: crypto.randomUUID(), screen, at: performance.now() }];
    timer ??= setTimeout(() => void tell(false), PAUSE);
  }

  const onVisibility = () => {
    if (document.visibilityState === "hidden") void tell(true);
  };
  look(router.state);
  const unsubscribe = router.subscribe(look);
  document.addEventListener("visibilitychange", onVisibility);
  return () => {
    clearTimeout(timer);
    unsubscribe();
    document.removeEventListener("visibilitychange", onVisibility);
  };
}
