import { existsSync, readFileSync } from "node:fs";
import * as v from "valibot";
import { expect, it } from "vitest";

const MANIFEST = v.object({
  start_url: v.string(),
  icons: v.array(v.object({ src: v.string(), sizes: v.string(), purpose: v.optional(v.string()) })),
});

const manifest = v.parse(MANIFEST, JSON.parse(readFileSync("public/manifest.webmanifest", "utf8")));

/** The width of a PNG file. */
const widthOf = (file: string) => readFileSync(file).readUInt32BE(16);

it("the web manifest has an icon for every purpose, in the stated size (SHL-44)", () => {
  expect(manifest.icons.map(({ sizes, purpose = "any" }) => `${sizes} ${purpose}`)).toEqual([
    "any any",
    "192x192 any",
    "512x512 any",
    "512x512 maskable",
  ]);
  for (const { src, sizes } of manifest.icons.filter((icon) => icon.sizes !== "any")) {
    expect(`${widthOf(`public${src}`)}x${widthOf(`public${src}`)}`).toBe(sizes);
  }
});

it("the page links existing files for the manifest and its icons (SHL-44)", () => {
  const page = readFileSync("index.html", "utf8");
  const links = [...page.matchAll(/<link rel="(icon|apple-touch-icon|manifest)" href="([^"]+)"/g)];
  expect(links.map(([, rel]) => rel)).toEqual(["icon", "apple-touch-icon", "manifest"]);
  expect(links.filter(([, , href = ""]) => !existsSync(`public${href}`))).toEqual([]);
});
