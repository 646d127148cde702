import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { LiveAge } from "./LiveAge";

const minutesAgo = (minutes: number) => Date.now() - minutes * 60_000;

function renderedText(connected: boolean, pollInterval: number): string | null {
  const { container } = render(
    <LiveAge at={minutesAgo(3)} connected={connected} pollInterval={pollInterval} label="Read" />,
  );
  return container.textContent;
}

describe("LiveAge", () => {
  it("shows that the data is live, and its age", () => {
    expect(renderedText(true, 5_000)).toBe("LiveRead 3 minutes ago");
  });

  it.each([
    [5_000, "5 seconds"],
    [60_000, "minute"],
    [150_000, "2.5 minutes"],
  ])("shows the poll interval of %d ms without a live connection", (pollInterval, words) => {
    expect(renderedText(false, pollInterval)).toBe(`Not liveRead 3 minutes ago, updates every ${words}`);
  });

  it("carries the exact time", () => {
    const at = Date.parse("2026-11-21T10:00:00Z");
    render(<LiveAge at={at} connected pollInterval={5_000} />);
    expect(screen.getByText(/ago|now/).closest("time")).toHaveAttribute("datetime", "2026-11-21T10:00:00.000Z");
  });
});
