import { expect, test } from "vitest";
import { eventText } from "./history";
import { MAX_REQUEST_LENGTH, requestError } from "./request";

const pem = (label: string, body = "MIIBIjCBygIBADBoMQ==") =>
  `-----BEGIN ${label}-----\n${body}\n-----END ${label}-----`;

test.each([
  ["a request", pem("CERTIFICATE REQUEST"), undefined],
  ["a request of an older tool", pem("NEW CERTIFICATE REQUEST"), undefined],
  [
    "a request with spaces and Windows line ends",
    `\r\n ${pem("CERTIFICATE REQUEST").replaceAll("\n", "\r\n")}\r\n`,
    undefined,
  ],
  ["no text", " \n", /^Paste the certificate signing request/],
  ["a private key", pem("EC PRIVATE KEY"), /must stay on the fridge's computer/],
  ["a request with its private key", `${pem("CERTIFICATE REQUEST")}\n${pem("PRIVATE KEY")}`, /private key/],
  ["a certificate", pem("CERTIFICATE"), /^This is a certificate/],
  ["another text", "hello", /PEM format/],
  ["an incomplete request", pem("CERTIFICATE REQUEST").slice(0, -3), /PEM format/],
  ["two requests", `${pem("CERTIFICATE REQUEST")}\n${pem("CERTIFICATE REQUEST")}`, /PEM format/],
  ["a request that is too long", pem("CERTIFICATE REQUEST", "A".repeat(MAX_REQUEST_LENGTH)), /at most 4096 characters/],
])("checks %s", (_, text, expected) => {
  const error = requestError(text);
  if (expected === undefined) expect(error).toBeUndefined();
  else expect(error).toMatch(expected);
});

test.each([
  ["PROVISIONED", "Certificate requested by the fridge at its setup"],
  ["REPLACEMENT_ENDED", "Replacement of the computer ended"],
  ["SUSPENDED", "SUSPENDED"],
])("describes the event %s as %s", (event, text) => expect(eventText(event)).toBe(text));
