import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { RouterProvider, createBrowserRouter } from "react-router";
import { watchScreens } from "../analytics/pageViews";
import { ConfirmProvider } from "../ui/confirm";
import { createQueryClient } from "./queryClient";
import { routes } from "./routes";

/** The console of one signed-in person: what is loaded is dropped with it. */
export function Console() {
  const [queryClient] = useState(createQueryClient);
  const [router] = useState(() => createBrowserRouter(routes(queryClient)));

  useEffect(() => () => queryClient.clear(), [queryClient]);
  useEffect(() => watchScreens(router), [router]);

  return (
    <QueryClientProvider client={queryClient}>
      <ConfirmProvider>
        <RouterProvider router={router} />
      </ConfirmProvider>
    </QueryClientProvider>
  );
}
