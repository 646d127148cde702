/** Detects that a newer version of the console was published (SHL-30). */

export const STALE_VERSION = "You are on an old version of the software. Please refresh the page.";
export const CHECK_INTERVAL = 300_000;

/** The URLs of a page's module scripts. At least one changes with each release. */
export function scriptsOf(html: string): readonly string[] {
  return [...html.matchAll(/<script[^>]*\btype="module"[^>]*\bsrc="([^"]+)"/g)].flatMap(([, src]) => src ?? []);
}

/** Whether the published page has a script that the running page does not have. */
export async function isStale(running: readonly string[]): Promise<boolean> {
  try {
    const response = await fetch("/", { cache: "no-store" });
    if (!response.ok) return false;
    const published = scriptsOf(await response.text());
    return running.length > 0 && published.some((script) => !running.includes(script));
  } catch {
    // Without a connection, the published version is unknown.
    return false;
  }
}
