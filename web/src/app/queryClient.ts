import { QueryClient } from "@tanstack/react-query";
import { isTransient } from "../api/errors";

const RETRIES = 2;

/** Only what may go better a moment later is tried again: a refusal or a fault of the input will not. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => isTransient(error) && failures < RETRIES,
        staleTime: 30_000,
      },
    },
  });
}
