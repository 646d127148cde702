/** Uploads of files directly to S3 with a presigned URL. */
import { ApiError } from "./errors";

/** In milliseconds. Large files need minutes on a slow connection. */
const TIMEOUT_MS = 10 * 60_000;

/** @param contentType the content type in the signature of the URL */
export async function putFile(url: string, file: Blob, contentType: string): Promise<void> {
  let response: Response;
  try {
    const headers = { "content-type": contentType };
    response = await fetch(url, { method: "PUT", headers, body: file, signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch {
    throw new ApiError("network");
  }
  if (!response.ok) throw new ApiError(response.status === 403 ? "forbidden" : "unavailable");
}
