/** Telling people that a newer version of the console has been published. */

export const STALE_VERSION = "You are on an old version of the software. Please refresh the page.";
export const CHECK_EVERY = 300_000;

/** The addresses of the scripts that a page begins with: at least one changes with each release. */
export function scriptsOf(html: string): readonly string[] {
  return [...html.matchAll(/<script[^>]*\btype="module"[^>]*\bsrc="([^"]+)"/g)].flatMap(([, src]) => src ?? []);
}

/** Whether the page that is published now begins with a script that is not among the running ones. */
export async function isStale(running: readonly string[]): Promise<boolean> {
  try {
    const response = await fetch("/", { cache: "no-store" });
    if (!response.ok) return false;
    const published = scriptsOf(await response.text());
    return running.length > 0 && published.some((script) => !running.includes(script));
  } catch {
    // Without a connection nothing is known.
    return false;
  }
}
