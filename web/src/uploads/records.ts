/** Reads and writes the records of uploads. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { pagesOfRest, rest, type ResponseBody } from "../api/rest";
import { putFile } from "../api/putFile";
import { withRetries } from "./send/retry";
import type { Folder, Kind } from "./kinds";

const CONTENT_TYPE = "text/csv";

/** An upload. The records of a list have no `errors`. */
export type UploadRecord = ResponseBody<"GET /uploads/{uploadId}">;

/** Why a file was rejected. An error of the whole file has no `line`. */
export type LineError = NonNullable<UploadRecord["errors"]>[number];

/** The number of lines of the file by result. */
export interface UploadOutcome {
  readonly kind: Kind;
  readonly written: number;
  readonly unchanged: number;
  /** Includes rejected lines and lines that were not sent. */
  readonly failed: number;
}

type StartedUpload = ResponseBody<"POST /uploads">;

/** Creates the upload record and returns its id and the presigned address for the file. */
export async function startUpload(folder: Folder, fileName: string, content: Blob): Promise<StartedUpload> {
  const body = { folder, fileName, contentType: CONTENT_TYPE, contentLength: content.size } as const;
  return withRetries(() => rest("POST /uploads", { body }));
}

export async function storeFile({ url }: Pick<StartedUpload, "url">, content: Blob): Promise<void> {
  await withRetries(() => putFile(url, content, CONTENT_TYPE));
}

/** Replaces the outcome if one was recorded before. */
export async function recordOutcome(folder: Folder, uploadId: string, outcome: UploadOutcome): Promise<void> {
  const request = { path: { uploadId }, body: { folder, ...outcome } };
  await withRetries(() => rest("POST /uploads/{uploadId}/outcome", request));
}

/** Reads one upload with its errors. */
export function readUpload(folder: Folder, uploadId: string, signal?: AbortSignal): Promise<UploadRecord> {
  return rest("GET /uploads/{uploadId}", { path: { uploadId }, query: { folder } }, { signal });
}

export function uploadQuery(folder: Folder, uploadId: string) {
  return queryOptions({
    queryKey: ["upload", folder, uploadId],
    queryFn: ({ signal }) => readUpload(folder, uploadId, signal),
  });
}

export function lineErrorText({ line, message }: LineError): string {
  return line === undefined ? message : `Line ${line}: ${message}`;
}

export function pastUploadsQuery(folder: Folder) {
  return infiniteQueryOptions({
    queryKey: ["uploads", folder],
    queryFn: ({ pageParam: page, signal }) => rest("GET /uploads", { query: { folder, ...page } }, { signal }),
    ...pagesOfRest,
  });
}
