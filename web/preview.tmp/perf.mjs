import { chromium } from "playwright-core";
const b = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
for (const n of [2500, 10000]) for (const look of ["", "?look=worst"]) {
  const p = await (await b.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  p.on("pageerror", (e) => console.log("pageerror", e.message));
  const t0 = Date.now();
  await p.goto(`http://127.0.0.1:4746/preview.tmp/index.html?n=${n}&to=${encodeURIComponent("/portfoliohealth" + look)}`);
  await p.waitForFunction((n) => document.querySelector("[role=status].health-count")?.textContent.includes(n.toLocaleString("en-US")) && !document.querySelector("progress"), n, { timeout: 120000 });
  const loaded = Date.now() - t0;
  const times = await p.evaluate(async () => {
    const input = document.querySelector("input[type=search]"); const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set;
    const out = [];
    for (const text of ["c", "ch", "chi", "chi0", "chi00", "chi0", "chi", "ch", "c", ""]) {
      const before = document.querySelector(".health-count").textContent; const t = performance.now();
      set.call(input, text); input.dispatchEvent(new Event("input", { bubbles: true }));
      await new Promise((r) => requestAnimationFrame(() => setTimeout(r)));
      let k = 0; while (document.querySelector(".health-count").textContent === before && k++ < 200) await new Promise((r) => setTimeout(r, 2));
      out.push(Math.round(performance.now() - t)); await new Promise((r) => setTimeout(r, 400));
    }
    return out;
  });
  console.log(n, look || "panels", "loaded", loaded, "keys", times.join(" "));
  await p.close();
}
await b.close();
