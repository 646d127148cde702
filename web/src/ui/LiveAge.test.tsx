import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { LiveAge } from "./LiveAge";

const minutesAgo = (minutes: number) => Date.now() - minutes * 60_000;

function told(connected: boolean, every: number): string | null {
  const { container } = render(<LiveAge at={minutesAgo(3)} connected={connected} every={every} what="Read" />);
  return container.textContent;
}

describe("the age of what is shown", () => {
  it("is told with whether news come by themselves", () => {
    expect(told(true, 5_000)).toBe("LiveRead 3 minutes ago");
  });

  it.each([
    [5_000, "5 seconds"],
    [60_000, "minute"],
    [150_000, "2.5 minutes"],
  ])("says how often is asked where they do not: every %d ms", (every, words) => {
    expect(told(false, every)).toBe(`Not liveRead 3 minutes ago, asked every ${words}`);
  });

  it("has the moment itself for who wants it", () => {
    const at = Date.parse("2026-11-21T10:00:00Z");
    render(<LiveAge at={at} connected every={5_000} />);
    expect(screen.getByText(/ago|now/).closest("time")).toHaveAttribute("datetime", "2026-11-21T10:00:00.000Z");
  });
});
