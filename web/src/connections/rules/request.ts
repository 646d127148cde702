/** Checks the text of a certificate signing request before it is sent. Pure. */

/** The server's limit, in characters. */
export const MAX_REQUEST_LENGTH = 4_096;
/** The server's limit for the reason of a change, in characters. */
export const MAX_REASON_LENGTH = 500;

const REQUEST = /^-----BEGIN (NEW )?CERTIFICATE REQUEST-----[\sA-Za-z0-9+/=]+-----END (NEW )?CERTIFICATE REQUEST-----$/;

/** The error in the text; undefined if it can be sent. */
export function requestError(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return "Paste the certificate signing request or choose its file";
  if (trimmed.includes("PRIVATE KEY")) {
    return "This text contains a private key, which must stay on the fridge's computer. Paste only the certificate signing request.";
  }
  if (trimmed.includes("BEGIN CERTIFICATE-----")) {
    return "This is a certificate. Paste the certificate signing request of the fridge.";
  }
  if (trimmed.length > MAX_REQUEST_LENGTH) return `Enter at most ${MAX_REQUEST_LENGTH} characters`;
  if (!REQUEST.test(trimmed)) {
    return "Enter a request in PEM format. It starts with -----BEGIN CERTIFICATE REQUEST-----";
  }
  return undefined;
}
