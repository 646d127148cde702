import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { RouterProvider, createMemoryRouter } from "react-router";
import { Toaster } from "sonner";
import { onTestFinished } from "vitest";
import { setConfig } from "../src/api/config";
import { createQueryClient } from "../src/app/queryClient";
import { routes } from "../src/app/routes";
import { UserContext } from "../src/session/user";
import { ConfirmProvider } from "../src/ui/confirm";
import { TableUserContext } from "../src/ui/table/TableUserContext";
import type { FakeLiveServer } from "./live";
import { startServer, type ServerOptions } from "./server";

const CONFIG = {
  region: "us-east-1",
  userPoolId: "pool",
  userPoolClientId: "client",
  graphqlUrl: "/graphql",
  restUrl: "/rest",
  version: "1",
  idleSignOutMinutes: 30,
  companyHostMarker: "fridges.larder.example",
  links: {
    facilityCms: "https://cms.example/",
    driverApp: "https://drivers.example/",
    todaysPackingSlip: "https://packing.example/",
    historicalAllocation: "https://allocation.example/",
    receivingInvoices: "https://invoices.example/",
    perDiemForm: "https://forms.example/per-diem",
  },
};

type Options = ServerOptions & { readonly live?: FakeLiveServer };

/** Renders the console at `address` with its real routes, for a user with the given profile. */
export function renderApp(address: string, options: Options = {}) {
  // The router runs its first loaders at once, so the server must be started before.
  const server = startTestServer(options);
  const queryClient = createTestClient();
  const router = createMemoryRouter(routes(queryClient), { initialEntries: [address] });
  return { ...renderIn(queryClient, <RouterProvider router={router} />, options), server, router };
}

/** Renders a part of a screen without the router, for a user with the given profile. */
export function renderPart(part: ReactNode, options: Options = {}) {
  const server = startTestServer(options);
  return { ...renderIn(createTestClient(), part, options), server };
}

/** The app's client, which repeats a failed read at once instead of after seconds. */
function createTestClient(): QueryClient {
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retryDelay: 0 } });
  return client;
}

function startTestServer(options: Options) {
  setConfig({ ...CONFIG, live: options.live?.config });
  return startServer(options);
}

function renderIn(queryClient: QueryClient, children: ReactNode, options: Options) {
  // Cancels queries and retries that are still pending at the end of the test.
  onTestFinished(() => queryClient.clear());
  const profile = options.profile ?? "admin";
  const sub = `sub-of-${profile}`;
  render(
    <>
      <UserContext value={{ sub, email: `${profile}@larder.example` }}>
        <TableUserContext value={sub}>
          <QueryClientProvider client={queryClient}>
            <ConfirmProvider>{children}</ConfirmProvider>
          </QueryClientProvider>
        </TableUserContext>
      </UserContext>
      <Toaster />
    </>,
  );
  return { queryClient, user: userEvent.setup() };
}
