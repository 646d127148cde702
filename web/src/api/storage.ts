/** Files that the browser itself puts where they are kept, by an address that the server signed. */
import { ApiError } from "./errors";

/** A file takes as long as the connection needs for it. */
const TIMEOUT = 10 * 60_000;

/** @param contentType the one that was signed */
export async function putFile(url: string, file: Blob, contentType: string): Promise<void> {
  let response: Response;
  try {
    const headers = { "content-type": contentType };
    response = await fetch(url, { method: "PUT", headers, body: file, signal: AbortSignal.timeout(TIMEOUT) });
  } catch {
    throw new ApiError("network");
  }
  if (!response.ok) throw new ApiError(response.status === 403 ? "forbidden" : "unavailable");
}
