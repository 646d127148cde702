import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { MEDIA } from "../lib/media";

const files = readdirSync("src", { recursive: true, encoding: "utf8" });
const styleSheets = files.filter((file) => file.endsWith(".css"));
const modules = styleSheets.filter((file) => file.endsWith(".module.css"));
const sources = files.filter((file) => /(?<!\.test|\.generated)\.tsx?$/.test(file));

const read = (file: string) => readFileSync(path.join("src", file), "utf8");
const withoutComments = (css: string) => css.replaceAll(/\/\*.*?\*\//gs, "");
/** The selectors of a style sheet, without declarations, conditions of at-rules and global classes of libraries. */
const selectorsOf = (css: string) =>
  [...withoutComments(css).matchAll(/([^{};]+)\{/g)]
    .map(([, prelude = ""]) => prelude.trim())
    .filter((prelude) => !prelude.startsWith("@"))
    .join("\n")
    .replaceAll(/:global\([^)]*\)/g, "");
const classesOf = (css: string) =>
  [...selectorsOf(css).matchAll(/\.(-?[_a-zA-Z][\w-]*)/g)].map(([, name = ""]) => name);

test("the breakpoints of scripts and of style sheets are the same", () => {
  const defined = [...read("ui/media.css").matchAll(/@custom-media --([a-z]+) (.+);/g)].map(([, name, query]) => [
    name,
    query,
  ]);
  expect(Object.fromEntries(defined)).toEqual(MEDIA);
});

describe.each(styleSheets.filter((file) => file !== "ui/media.css"))("%s", (file) => {
  const css = read(file);

  test("uses the shared breakpoints instead of literal widths", () => {
    const conditions = [...withoutComments(css).matchAll(/@(?:media|container)([^{]*)\{/g)].map(([, query]) => query);
    expect(conditions.filter((query) => /(?:width|inline-size)[^)]*\d/.test(query ?? ""))).toEqual([]);
  });

  // theme.css sets colors of Amplify's and sonner's components.
  test.skipIf(file.endsWith(".module.css") || file === "ui/theme.css")("has no global classes", () => {
    expect(classesOf(css)).toEqual([]);
  });
});

describe.each(modules)("%s", (file) => {
  const name = path.basename(file);
  const users = sources.filter((source) => {
    const [, specifier] = new RegExp(`from "([^"]*/${name})"`).exec(read(source)) ?? [];
    return specifier !== undefined && path.join(path.dirname(source), specifier) === file;
  });
  const uses = users.flatMap((source) => {
    const text = read(source);
    const [, binding] = new RegExp(`import (\\w+) from "[^"]*/${name}"`).exec(text) ?? [];
    return [...text.matchAll(new RegExp(`\\b${binding}(?:\\.(\\w+)|\\[)`, "g"))].map(([, used]) => used ?? "[]");
  });
  const defined = [...new Set(classesOf(read(file)))];

  test("defines the classes that components use", () => {
    expect(uses.filter((used) => used !== "[]" && !defined.includes(used))).toEqual([]);
  });

  // A computed name can be any class.
  test.skipIf(uses.includes("[]"))("has no unused classes", () => {
    expect(defined.filter((one) => !uses.includes(one))).toEqual([]);
  });
});

test("only lib/theme.ts contains hexadecimal colors", () => {
  const HEX = /(?<![\w&/])#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\b/i;
  const found = [...sources, ...styleSheets].filter((file) => file !== "lib/theme.ts" && HEX.test(read(file)));
  expect(found).toEqual([]);
});
