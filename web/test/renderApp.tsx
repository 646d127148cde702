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
import type { FakeLive } from "./live";
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

type Options = ServerOptions & { readonly live?: FakeLive };

/** Renders the console at `address` through its real routes, as a person of the given profile. */
export function renderApp(address: string, options: Options = {}) {
  // The router calls its first loaders at once: they need the server.
  const server = startTestServer(options);
  const queryClient = createQueryClient();
  const router = createMemoryRouter(routes(queryClient), { initialEntries: [address] });
  return { ...renderIn(queryClient, <RouterProvider router={router} />, options), server, router };
}

/** Renders a part of a screen alone, as a person of the given profile. */
export function renderPart(part: ReactNode, options: Options = {}) {
  const server = startTestServer(options);
  return { ...renderIn(createQueryClient(), part, options), server };
}

function startTestServer(options: Options) {
  setConfig({ ...CONFIG, live: options.live?.config });
  return startServer(options);
}

function renderIn(queryClient: QueryClient, children: ReactNode, options: Options) {
  // What is under way, or waits to be tried again, ends with the test.
  onTestFinished(() => queryClient.clear());
  const profile = options.profile ?? "admin";
  render(
    <>
      <UserContext value={{ sub: `sub-of-${profile}`, email: `${profile}@larder.example` }}>
        <QueryClientProvider client={queryClient}>
          <ConfirmProvider>{children}</ConfirmProvider>
        </QueryClientProvider>
      </UserContext>
      <Toaster />
    </>,
  );
  return { queryClient, user: userEvent.setup() };
}
