/** Responses of the REST API, for stubs. The types are those of docs/openapi.json. */
import type { ResponseBody } from "../src/api/rest";
import type { UploadRecord } from "../src/uploads/records";

/** The id of the upload in `createdUpload` and `uploadRecord`. */
export const UPLOAD_ID = "0193a0f4-5c00-7000-8000-000000000011";

/** The response to a new upload whose file is sent to `url`. */
export function createdUpload(url: string): ResponseBody<"POST /uploads"> {
  return { uploadId: UPLOAD_ID, url, key: `uploads/${UPLOAD_ID}`, expiresAt: "2026-11-21T10:10:00.000Z" };
}

/** The record of an upload without a result, unless `values` contain one. */
export function uploadRecord(values: Partial<UploadRecord> = {}): UploadRecord {
  return {
    uploadId: UPLOAD_ID,
    folder: "routes-upload",
    fileName: "drivers.csv",
    key: `uploads/${UPLOAD_ID}`,
    user: "logistics@larder.example",
    at: "2026-11-20T15:04:00Z",
    state: "STARTED",
    ...values,
  };
}

/** Copies a value without its null fields: the REST API omits values that the GraphQL API returns as null. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).filter(([, field]) => field !== null);
  return Object.fromEntries(fields.map(([name, field]) => [name, withoutNulls(field)]));
}
