import { chromium } from "playwright-core";
const b = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
for (const spec of process.argv.slice(2)) {
  const [name, to, width = "1280", scheme = "light", action = ""] = spec.split("|");
  const c = await b.newContext({ viewport: { width: +width, height: +width < 500 ? 844 : 900 }, colorScheme: scheme, timezoneId: "America/Chicago", locale: "en-US" });
  const p = await c.newPage();
  p.on("pageerror", (e) => console.log(name, "pageerror", e.message)); p.on("console", (m) => m.type() === "error" && console.log(name, m.text()));
  await p.goto(`http://127.0.0.1:4746/preview.tmp/index.html?n=${process.env.N ?? 400}&to=${encodeURIComponent(to)}`);
  await p.waitForSelector("h1", { timeout: 60000 }); await p.waitForTimeout(4000);
  if (action) await eval(`(async (p) => { ${action} })`)(p);
  await p.waitForTimeout(600);
  console.log(name, "overflow", await p.evaluate(() => document.documentElement.scrollWidth - innerWidth));
  await p.screenshot({ path: `/tmp/prev/${name}.png`, fullPage: name.endsWith("full") });
  await c.close();
}
await b.close();
