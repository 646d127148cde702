import { useEffect } from "react";
import { useRouteError } from "react-router";
import { Page } from "../ui/Page";
import { Button } from "../ui/Button";
import { ErrorPage } from "./ErrorPage";
import { STALE_VERSION } from "./staleVersion";

/** A chunk that a later release replaced can no longer be loaded. */
function isMissingChunk(error: unknown): boolean {
  return error instanceof TypeError && /dynamically imported module|module script/i.test(error.message);
}

/** What a screen that broke leaves: the shell stays, so that one can go elsewhere. */
export function RouteError() {
  const error = useRouteError();
  useEffect(() => console.error(error), [error]);
  if (!isMissingChunk(error)) return <ErrorPage />;
  return (
    <Page title="Error">
      <p role="alert">{STALE_VERSION}</p>
      <Button look="primary" onClick={() => window.location.reload()}>
        Refresh
      </Button>
    </Page>
  );
}
