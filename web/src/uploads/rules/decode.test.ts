import { describe, expect, it } from "vitest";
import { decode } from "./decode";

const TEXT = "id,route,stop\nIL_1,Café 8,1\n";
const bytes = (...parts: readonly (string | readonly number[])[]) =>
  new Uint8Array(parts.flatMap((part) => (typeof part === "string" ? [...new TextEncoder().encode(part)] : part)));
const utf16 = (text: string, bigEndian: boolean) =>
  [...text].flatMap((character) => {
    const code = character.charCodeAt(0);
    return bigEndian ? [code >> 8, code & 0xff] : [code & 0xff, code >> 8];
  });

describe("decode", () => {
  it.each([
    ["UTF-8", bytes(TEXT)],
    ["UTF-8 with a byte order mark", bytes([0xef, 0xbb, 0xbf], TEXT)],
    ["UTF-16, little-endian", bytes([0xff, 0xfe], utf16(TEXT, false))],
    ["UTF-16, big-endian", bytes([0xfe, 0xff], utf16(TEXT, true))],
    ["UTF-16 without a byte order mark", bytes(utf16(TEXT, false))],
    ["UTF-16, big-endian, without a byte order mark", bytes(utf16(TEXT, true))],
    ["Windows-1252", bytes("id,route,stop\nIL_1,Caf", [0xe9], " 8,1\n")],
    ["CRLF line ends", bytes(TEXT.replaceAll("\n", "\r\n"))],
    ["CR line ends", bytes(TEXT.replaceAll("\n", "\r"))],
  ])("reads %s", (_, file) => expect(decode(file)).toEqual({ ok: true, text: TEXT }));

  it.each([
    ["an empty file", bytes(), "The file is empty"],
    ["a file with only whitespace", bytes("\uFEFF \r\n\r\n"), "The file is empty"],
    ["an Excel workbook", bytes("PK", [3, 4], "xl/"), /^This is an Excel workbook or an archive, not a CSV file/],
    ["an old Excel workbook", bytes([0xd0, 0xcf, 0x11, 0xe0]), /^This is an old Excel workbook, not a CSV file/],
    ["a PDF document", bytes("%PDF-1.7"), "This is a PDF document, not a CSV file"],
    ["an image", bytes([0x89], "PNG", [13, 10, 26, 10, 0, 0, 0, 13], "IHDR"), /^This is not a text file/],
  ])("rejects %s with a reason", (_, file, message) => {
    expect(decode(file)).toEqual({ ok: false, message: expect.stringMatching(message) as string });
  });
});
