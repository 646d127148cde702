import { chromium } from "playwright-core";
import AxeBuilder from "@axe-core/playwright";
const b = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
for (const to of ["/portfoliohealth?open=BOS0006", "/portfoliohealth?look=worst", "/locations/health/CHI0000", "/locations/health/CHI0256", "/portfoliohealth/alerts", "/portfoliohealth/alerts?state=CLEARED"])
  for (const [w, scheme] of [[1280, "light"], [390, "dark"]]) {
    const c = await b.newContext({ viewport: { width: w, height: 844 }, colorScheme: scheme });
    const p = await c.newPage();
    await p.goto(`http://127.0.0.1:4746/preview.tmp/index.html?n=200&to=${encodeURIComponent(to)}`);
    await p.waitForSelector("h1"); await p.waitForTimeout(2500);
    const { violations } = await new (AxeBuilder.default ?? AxeBuilder)({ page: p }).analyze();
    console.log(to, w, scheme, violations.map((v) => v.id + " " + v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160)).join(" | ")));
    await c.close();
  }
await b.close();
