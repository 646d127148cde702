import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { RouterProvider, createBrowserRouter } from "react-router";
import { trackPageViews } from "../analytics/pageViews";
import { watchProblems } from "../analytics/watchProblems";
import { ConfirmProvider } from "../ui/confirm";
import { createQueryClient } from "./queryClient";
import { routes } from "./routes";

/** The console of one signed-in user. Unmounting it clears the loaded data. */
export function Console() {
  const [queryClient] = useState(createQueryClient);
  const [router] = useState(() => createBrowserRouter(routes(queryClient)));

  useEffect(() => () => queryClient.clear(), [queryClient]);
  useEffect(() => trackPageViews(router), [router]);
  useEffect(() => watchProblems(router), [router]);

  return (
    <QueryClientProvider client={queryClient}>
      <ConfirmProvider>
        <RouterProvider router={router} />
      </ConfirmProvider>
    </QueryClientProvider>
  );
}
