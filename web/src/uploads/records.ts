/** Reads and writes the records of uploads. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { rest } from "../api/rest";
import { putFile } from "../api/storage";
import { withRetries } from "./send/retry";
import type { Folder, Kind, UploadStatus } from "./kinds";

const CONTENT_TYPE = "text/csv";

export interface UploadRecord {
  readonly uploadId: string;
  readonly fileName: string;
  /** Email of the user who uploaded the file. */
  readonly user: string;
  readonly at: string;
  readonly kind: string | null;
  /**
   * `STARTED` until the outcome is recorded. `PARTIAL` if some lines were written and some failed. `FAILED` if some lines
   * failed and none was written. `REFUSED` if the server parsed the file and rejected it.
   */
  readonly state: UploadStatus;
  readonly written: number | null;
  readonly unchanged: number | null;
  readonly failed: number | null;
}

/** Why a file was rejected. An error of the whole file has no `line`. */
export interface LineError {
  readonly line?: number;
  readonly message: string;
}

export interface UploadDetail extends UploadRecord {
  /** The first errors. `failed` counts all rejected lines. */
  readonly errors?: readonly LineError[];
}

interface UploadPage {
  readonly items: readonly UploadRecord[];
  readonly nextToken: string | null;
}

/** The number of lines of the file by result. */
export interface UploadOutcome {
  readonly kind: Kind;
  readonly written: number;
  readonly unchanged: number;
  /** Includes rejected lines and lines that were not sent. */
  readonly failed: number;
}

interface StartedUpload {
  readonly uploadId: string;
  readonly url: string;
}

/** Creates the upload record and returns its id and the presigned address for the file. */
export async function startUpload(folder: Folder, fileName: string, content: Blob): Promise<StartedUpload> {
  const file = { folder, fileName, contentType: CONTENT_TYPE, contentLength: content.size };
  return withRetries(() => rest("POST", "/uploads", file));
}

export async function storeFile({ url }: StartedUpload, content: Blob): Promise<void> {
  await withRetries(() => putFile(url, content, CONTENT_TYPE));
}

/** Replaces the outcome if one was recorded before. */
export async function recordOutcome(folder: Folder, uploadId: string, outcome: UploadOutcome): Promise<void> {
  const path = `/uploads/${encodeURIComponent(uploadId)}/outcome` as const;
  await withRetries(() => rest("POST", path, { folder, ...outcome }));
}

/** Reads one upload with its errors. */
export function readUpload(folder: Folder, uploadId: string, signal?: AbortSignal): Promise<UploadDetail> {
  return rest("GET", `/uploads/${encodeURIComponent(uploadId)}?folder=${folder}`, undefined, { signal });
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
    queryFn: ({ pageParam, signal }) => {
      const next = pageParam ? `&nextToken=${encodeURIComponent(pageParam)}` : "";
      return rest<UploadPage>("GET", `/uploads?folder=${folder}${next}`, undefined, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextToken,
  });
}

/** The first page of the folder's uploads, newest first. */
export function recentUploadsQuery(folder: Folder) {
  return queryOptions({
    queryKey: ["uploads", folder, "recent"],
    queryFn: async ({ signal }) =>
      (await rest<UploadPage>("GET", `/uploads?folder=${folder}`, undefined, { signal })).items,
  });
}
