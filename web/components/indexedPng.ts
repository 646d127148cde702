import { crc32, deflateSync, inflateSync } from "node:zlib";

const SIGNATURE_LENGTH = 8;
/** The length, the type and the checksum of a chunk. */
const CHUNK_OVERHEAD = 12;
const MAX_COLORS = 256;

/**
 * Reduces a PNG file of 8-bit RGB or RGBA pixels to its 256 most frequent colors, and other pixels to the nearest of
 * them. Pictures of screens have few other colors, at the edges of letters, and become about half as large.
 */
export function toIndexedPng(file: Buffer): Buffer {
  const chunks = chunksOf(file);
  const header = Buffer.from(chunks.find(({ type }) => type === "IHDR")?.data ?? []);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const colorType = header.readUInt8(9);
  if (header.readUInt8(8) !== 8 || (colorType !== 2 && colorType !== 6))
    throw new Error("The pixels are not 8-bit RGB");
  const size = colorType === 2 ? 3 : 4;
  const data = inflateSync(Buffer.concat(chunks.filter(({ type }) => type === "IDAT").map((chunk) => chunk.data)));
  const pixels = unfilter(data, width * size, height, size);

  const colorAt = (pixel: number) => pixels.readUIntBE(pixel * size, 3);
  const counts = new Map<number, number>();
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const color = colorAt(pixel);
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const frequent = [...counts].toSorted((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, MAX_COLORS);
  const palette = frequent.map(([color]) => color);
  const indexOf = new Map([...counts.keys()].map((color) => [color, nearest(palette, color)]));

  // Each row begins with the type of its filter: none.
  const rows = Buffer.alloc((width + 1) * height);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const row = Math.floor(pixel / width);
    rows.writeUInt8(indexOf.get(colorAt(pixel)) ?? 0, pixel + row + 1);
  }
  header.writeUInt8(3, 9);
  const colors = Buffer.alloc(palette.length * 3);
  palette.forEach((color, index) => colors.writeUIntBE(color, index * 3, 3));
  const written = [
    writeChunk("IHDR", header),
    writeChunk("PLTE", colors),
    writeChunk("IDAT", deflateSync(rows, { level: 9 })),
    writeChunk("IEND", Buffer.alloc(0)),
  ];
  return Buffer.concat([file.subarray(0, SIGNATURE_LENGTH), ...written]);
}

/** The index of the most similar color of the palette. */
function nearest(palette: readonly number[], color: number): number {
  const channels = (rgb: number) => [rgb >> 16, (rgb >> 8) & 255, rgb & 255] as const;
  const [red, green, blue] = channels(color);
  const distances = palette.map((other) => {
    const [otherRed, otherGreen, otherBlue] = channels(other);
    return (red - otherRed) ** 2 + (green - otherGreen) ** 2 + (blue - otherBlue) ** 2;
  });
  return distances.indexOf(Math.min(...distances));
}

/** Reverses the filters of the rows (PNG specification, chapter 9). */
function unfilter(data: Buffer, rowLength: number, height: number, pixelSize: number): Buffer {
  const result = Buffer.alloc(rowLength * height);
  for (let row = 0; row < height; row += 1) {
    const filter = data[row * (rowLength + 1)];
    for (let column = 0; column < rowLength; column += 1) {
      const target = row * rowLength + column;
      const left = column >= pixelSize ? (result[target - pixelSize] ?? 0) : 0;
      const up = row > 0 ? (result[target - rowLength] ?? 0) : 0;
      const corner = row > 0 && column >= pixelSize ? (result[target - rowLength - pixelSize] ?? 0) : 0;
      const predictions = [0, left, up, (left + up) >> 1, paeth(left, up, corner)];
      const value = data[row * (rowLength + 1) + 1 + column] ?? 0;
      result[target] = (value + (predictions[filter ?? 0] ?? 0)) & 255;
    }
  }
  return result;
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const distances = [left, up, corner].map((value) => Math.abs(estimate - value));
  return [left, up, corner][distances.indexOf(Math.min(...distances))] ?? 0;
}

function chunksOf(file: Buffer): readonly { readonly type: string; readonly data: Buffer }[] {
  const chunks = [];
  for (let offset = SIGNATURE_LENGTH; offset < file.length;) {
    const length = file.readUInt32BE(offset);
    const type = file.toString("latin1", offset + 4, offset + 8);
    chunks.push({ type, data: file.subarray(offset + 8, offset + 8 + length) });
    offset += length + CHUNK_OVERHEAD;
  }
  return chunks;
}

function writeChunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}
