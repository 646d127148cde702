/** The entry of `npm run dev:components`: a page that shows every component of src/ui in every state. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, Link, RouterProvider, useSearchParams } from "react-router";
import { Toaster } from "sonner";
import { ConfirmProvider } from "../src/ui/confirm";
import { Page } from "../src/ui/Page";
import { Panel } from "../src/ui/Panel";
import { Theme } from "../src/ui/Theme";
import "../src/ui/styles.css";
import { EXAMPLES } from "./examples";

/** All examples, or the one that the parameter `example` names. */
function Components() {
  const [params] = useSearchParams();
  const selected = params.get("example");
  const names = Object.keys(EXAMPLES);
  return (
    <main>
      <Page title={selected ?? "Components"} aside={selected === null ? null : <Link to="/">All components</Link>}>
        {selected === null && (
          <nav aria-label="Components">
            {names.map((name) => (
              <span key={name}>
                <Link to={`?example=${encodeURIComponent(name)}`}>{name}</Link>{" "}
              </span>
            ))}
          </nav>
        )}
        {Object.entries(EXAMPLES)
          .filter(([name]) => selected === null || name === selected)
          .map(([name, Example]) => (
            <Panel key={name} title={name}>
              <Example />
            </Panel>
          ))}
      </Page>
    </main>
  );
}

const router = createBrowserRouter([
  {
    path: "*",
    element: (
      <ConfirmProvider>
        <Components />
      </ConfirmProvider>
    ),
  },
]);

const container = document.getElementById("root");
if (!container) throw new Error("index.html has no #root");
createRoot(container).render(
  <Theme>
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>
    <div data-react-aria-top-layer>
      <Toaster theme="system" position="bottom-right" richColors visibleToasts={5} />
    </div>
  </Theme>,
);
