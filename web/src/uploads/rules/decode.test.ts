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

describe("a file is read whichever program wrote it", () => {
  it.each([
    ["UTF-8", bytes(TEXT)],
    ["UTF-8 with a mark", bytes([0xef, 0xbb, 0xbf], TEXT)],
    ["UTF-16, little end first", bytes([0xff, 0xfe], utf16(TEXT, false))],
    ["UTF-16, big end first", bytes([0xfe, 0xff], utf16(TEXT, true))],
    ["UTF-16 without a mark", bytes(utf16(TEXT, false))],
    ["UTF-16, big end first, without a mark", bytes(utf16(TEXT, true))],
    ["Windows-1252", bytes("id,route,stop\nIL_1,Caf", [0xe9], " 8,1\n")],
    ["lines that end in CRLF", bytes(TEXT.replaceAll("\n", "\r\n"))],
    ["lines that end in CR", bytes(TEXT.replaceAll("\n", "\r"))],
  ])("%s", (_, file) => expect(decode(file)).toEqual({ ok: true, text: TEXT }));

  it.each([
    ["nothing", bytes(), "The file is empty"],
    ["blanks", bytes("\uFEFF \r\n\r\n"), "The file is empty"],
    ["an Excel workbook", bytes("PK", [3, 4], "xl/"), /^This is an Excel workbook or an archive, not a CSV file/],
    ["an old Excel workbook", bytes([0xd0, 0xcf, 0x11, 0xe0]), /^This is an old Excel workbook, not a CSV file/],
    ["a PDF document", bytes("%PDF-1.7"), "This is a PDF document, not a CSV file"],
    ["a picture", bytes([0x89], "PNG", [13, 10, 26, 10, 0, 0, 0, 13], "IHDR"), /^This is not a text file/],
  ])("%s is refused, and why is said", (_, file, message) => {
    expect(decode(file)).toEqual({ ok: false, message: expect.stringMatching(message) as string });
  });
});
