// @vitest-environment happy-dom
import { act, renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { MEDIA, useMedia } from "./media";

test("useMedia reports whether the window has the width, also after it changes", () => {
  const media = Object.assign(new EventTarget(), window.matchMedia("all"), { matches: false });
  const matchMedia = vi.spyOn(window, "matchMedia").mockReturnValue(media);
  const { result } = renderHook(() => useMedia("phone"));
  expect(matchMedia).toHaveBeenCalledWith(MEDIA.phone);
  expect(result.current).toBe(false);
  media.matches = true;
  act(() => void media.dispatchEvent(new Event("change")));
  expect(result.current).toBe(true);
});
