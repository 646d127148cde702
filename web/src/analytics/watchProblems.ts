/**
 * Watches for errors that no code handles and for slow screens. The module that reports them is loaded with the first
 * problem, so that a page without problems does not load it.
 */
import { toRoutePattern } from "./rules/pageViews";
import type { Problem } from "./reportProblems";

/** The duration of a navigation, from its start until the screen is shown, above which it is reported. */
export const SLOW_NAVIGATION_MS = 3000;
/** The time of the largest paint after the page load above which it is reported. */
export const SLOW_PAINT_MS = 4000;
/** The part of page loads that report slow screens. All page loads report errors. */
const SAMPLED_PART = 0.25;
/** Messages of browsers and extensions that are not errors of the app. */
const IGNORED = /^(?:Script error\.?$|ResizeObserver loop)/;

/** The part of the router that the watch needs. */
interface Router {
  readonly state: RouterState;
  readonly subscribe: (listener: (state: RouterState) => void) => () => void;
}

interface RouterState {
  readonly navigation: { readonly state: string };
  readonly matches: readonly { readonly route: { readonly path?: string | undefined } }[];
}

let capture: ((error: unknown) => void) | undefined;

/** Reports an error that an error boundary caught. Without a watch it does nothing. */
export function captureError(error: unknown): void {
  capture?.(error);
}

/** Watches until the returned function is called. */
export function watchProblems(router: Router, isSampled = Math.random() < SAMPLED_PART): () => void {
  const screen = () => toRoutePattern(router.state.matches.map(({ route }) => route.path));
  let reporter: Promise<(problem: Problem) => void> | undefined;
  const report = (problem: Problem) => {
    reporter ??= import("./reportProblems").then(({ createReporter }) => createReporter());
    // A failed load of the module is not reported: the connection or the release is gone.
    void reporter.then(
      (reportProblem) => reportProblem(problem),
      () => undefined,
    );
  };
  const reportError = (error: unknown) => {
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    if (IGNORED.test(error instanceof Error ? error.message : message)) return;
    report({ kind: "ERROR", screen: screen(), message, error });
  };
  const onError = ({ error, message }: ErrorEvent) => reportError(error ?? message);
  const onRejection = ({ reason }: PromiseRejectionEvent) => reportError(reason);
  capture = reportError;
  window.addEventListener("error", onError);
  window.addEventListener("unhandledrejection", onRejection);
  const stopTiming = isSampled
    ? watchDurations(router, (message, milliseconds) => {
        report({ kind: "SLOW_SCREEN", screen: screen(), message, milliseconds: Math.round(milliseconds) });
      })
    : () => undefined;
  return () => {
    capture = undefined;
    window.removeEventListener("error", onError);
    window.removeEventListener("unhandledrejection", onRejection);
    stopTiming();
  };
}

function watchDurations(router: Router, report: (message: string, milliseconds: number) => void): () => void {
  let started: number | undefined;
  const unsubscribe = router.subscribe(({ navigation }) => {
    if (navigation.state !== "idle") {
      started ??= performance.now();
      return;
    }
    const duration = started === undefined ? 0 : performance.now() - started;
    started = undefined;
    if (duration > SLOW_NAVIGATION_MS) report("navigation", duration);
  });
  const stopPaints = watchLargestPaint((time) => {
    if (time > SLOW_PAINT_MS) report("largest paint", time);
  });
  return () => {
    unsubscribe();
    stopPaints();
  };
}

/** Calls `report` with the time of the largest paint once the page is hidden. Later paints belong to other screens. */
function watchLargestPaint(report: (time: number) => void): () => void {
  if (typeof PerformanceObserver === "undefined") return () => undefined;
  if (!PerformanceObserver.supportedEntryTypes?.includes("largest-contentful-paint")) return () => undefined;
  let largest = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) largest = Math.max(largest, startTime);
  });
  observer.observe({ type: "largest-contentful-paint", buffered: true });
  const onHidden = () => {
    if (document.visibilityState !== "hidden") return;
    stop();
    report(largest);
  };
  const stop = () => {
    observer.disconnect();
    document.removeEventListener("visibilitychange", onHidden);
  };
  document.addEventListener("visibilitychange", onHidden);
  return stop;
}
