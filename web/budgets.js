/**
 * Checks the compressed JavaScript of each screen in the built app (`npm run budgets` after `npm run build`). Prints a
 * table, and fails if a screen is above its budget.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";

/** In kB of 1,000 bytes. Lower a budget when the screens become smaller. */
const START_BUDGET = 170;
const PRELOADED_BUDGET = 56;
/** For the files that a screen loads in addition. */
const SCREEN_BUDGET = 60;

const DIST = path.resolve(process.argv[2] ?? "dist");
const read = (file) => readFileSync(path.join(DIST, file));
const sizes = new Map();

/** The compressed size of a file in bytes. */
function sizeOf(file) {
  if (!sizes.has(file)) sizes.set(file, gzipSync(read(file), { level: 9 }).length);
  return sizes.get(file);
}

const total = (files) => [...files].reduce((sum, file) => sum + sizeOf(file), 0) / 1000;

const manifest = JSON.parse(read(".vite/manifest.json").toString());
const page = read("index.html").toString();
const startFiles = new Set([...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file));

/** Loaded right after the first screen: see src/ui/LazyDialog.tsx and src/session/auth.ts. */
const PRELOADED = ["src/ui/Dialog.tsx", "src/ui/PopoverDialog.tsx", "src/session/signOut.ts"];
const loadedFiles = new Set(startFiles);
const preloadedFiles = new Set(PRELOADED.flatMap((name) => [...filesOf(name)]));
const preloaded = total(preloadedFiles);
for (const file of preloadedFiles) loadedFiles.add(file);

/** The files of a chunk and of its static imports that are not loaded yet. */
function filesOf(name, found = new Set()) {
  const { file, imports = [] } = manifest[name];
  if (loadedFiles.has(file) || found.has(file)) return found;
  found.add(file);
  for (const imported of imports) filesOf(imported, found);
  return found;
}

const routes = readFileSync(path.join(import.meta.dirname, "src/app/routes.tsx"), "utf8");
const screens = new Set([...routes.matchAll(/import\("\.\.\/([^"]+)"\)/g)].map(([, module]) => `src/${module}.tsx`));
const rows = [...screens].map((name) => ({ name, size: total(filesOf(name)), budget: SCREEN_BUDGET }));
const others = Object.keys(manifest)
  .filter(
    (name) => manifest[name].isDynamicEntry && !screens.has(name) && !PRELOADED.includes(name) && /\.tsx?$/.test(name),
  )
  .map((name) => ({ name: `${name} (on demand)`, size: total(filesOf(name)) }));

const table = [
  { name: "first screen", size: total(startFiles), budget: START_BUDGET },
  { name: "dialogs and sign-out, preloaded", size: preloaded, budget: PRELOADED_BUDGET },
  ...[...rows, ...others].sort((a, b) => b.size - a.size),
];
for (const { name, size, budget } of table) {
  const limit = budget === undefined ? "" : `of ${budget}`;
  console.log(`${size.toFixed(1).padStart(7)} kB ${limit.padEnd(7)} ${name}`);
}

const failures = table.filter(({ size, budget = Infinity }) => size > budget);
for (const { name, size, budget } of failures) console.error(`${name} has ${size.toFixed(1)} kB, more than ${budget}`);
if (startFiles.size === 0 || rows.length === 0) console.error("The build has no start or no screens");
process.exitCode = failures.length > 0 || startFiles.size === 0 || rows.length === 0 ? 1 : 0;
