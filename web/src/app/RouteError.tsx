import { useEffect } from "react";
import { useRouteError } from "react-router";
import { captureError } from "../analytics/watchProblems";
import { Page } from "../ui/Page";
import { Button } from "../ui/Button";
import { ErrorPage } from "./ErrorPage";
import { STALE_VERSION } from "./staleVersion";

/** Whether a chunk could not be loaded, because a later release replaced it. */
function isMissingChunk(error: unknown): boolean {
  return error instanceof TypeError && /dynamically imported module|module script/i.test(error.message);
}

/** Replaces a screen that threw an error. The navigation bar stays usable. */
export function RouteError() {
  const error = useRouteError();
  useEffect(() => {
    console.error(error);
    // A missing chunk is not an error of the app.
    if (!isMissingChunk(error)) captureError(error);
  }, [error]);
  if (!isMissingChunk(error)) return <ErrorPage />;
  return (
    <Page title="Error">
      <p role="alert">{STALE_VERSION}</p>
      <Button variant="primary" onClick={() => window.location.reload()}>
        Refresh
      </Button>
    </Page>
  );
}
