/** Reads the latest uploads. Separate from `records.ts`, because the home page shows the number of failed ones. */
import { queryOptions } from "@tanstack/react-query";
import { rest } from "../api/rest";
import type { Folder } from "./kinds";

/** The first page of the folder's uploads, newest first. */
export function recentUploadsQuery(folder: Folder) {
  return queryOptions({
    queryKey: ["uploads", folder, "recent"],
    queryFn: async ({ signal }) => (await rest("GET /uploads", { query: { folder } }, { signal })).items,
  });
}
