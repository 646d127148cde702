/** The files of past uploads, and what became of them. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { rest } from "../api/rest";
import { putFile } from "../api/storage";
import { withAttempts } from "./send/attempts";
import type { Folder, Kind, UploadStatus } from "./kinds";

const CONTENT_TYPE = "text/csv";

export interface UploadRecord {
  readonly uploadId: string;
  readonly fileName: string;
  /** E-mail of who uploaded it. */
  readonly user: string;
  readonly at: string;
  readonly kind: string | null;
  /**
   * STARTED until its outcome is recorded; PARTIAL where some lines are written and some failed; FAILED where some
   * failed and none is written; REFUSED where the server, which reads the file, rejected it.
   */
  readonly state: UploadStatus;
  readonly written: number | null;
  readonly unchanged: number | null;
  readonly failed: number | null;
}

/** Why a file was refused; `line` is absent of what concerns the whole file. */
export interface LineError {
  readonly line?: number;
  readonly message: string;
}

export interface UploadDetail extends UploadRecord {
  /** The first of them; `failed` counts all lines. */
  readonly errors?: readonly LineError[];
}

interface UploadPage {
  readonly items: readonly UploadRecord[];
  readonly nextToken: string | null;
}

/** Lines of the file, by what became of them. */
export interface UploadOutcome {
  readonly kind: Kind;
  readonly written: number;
  readonly unchanged: number;
  /** Refused ones as well, and those that were not sent. */
  readonly failed: number;
}

interface StartedUpload {
  readonly uploadId: string;
  readonly url: string;
}

/** Keeps the file before its lines are sent (spec of locations, section 7), and answers the upload's id. */
export async function startUpload(folder: Folder, fileName: string, content: Blob): Promise<StartedUpload> {
  const file = { folder, fileName, contentType: CONTENT_TYPE, contentLength: content.size };
  return withAttempts(() => rest("POST", "/uploads", file));
}

export async function keepFile({ url }: StartedUpload, content: Blob): Promise<void> {
  await withAttempts(() => putFile(url, content, CONTENT_TYPE));
}

/** May be told again: the last one counts. */
export async function recordOutcome(folder: Folder, uploadId: string, outcome: UploadOutcome): Promise<void> {
  const path = `/uploads/${encodeURIComponent(uploadId)}/outcome` as const;
  await withAttempts(() => rest("POST", path, { folder, ...outcome }));
}

/** One upload, with why it was refused. */
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

/** The newest uploads of a folder alone: what happened today. */
export function recentUploadsQuery(folder: Folder) {
  return queryOptions({
    queryKey: ["uploads", folder, "recent"],
    queryFn: async ({ signal }) =>
      (await rest<UploadPage>("GET", `/uploads?folder=${folder}`, undefined, { signal })).items,
  });
}
