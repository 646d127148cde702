import { describe, expect, it } from "vitest";
import cases from "../../../../functions/software/cases/versions.json";
import type { ArtifactType } from "../../api/schema";
import { compareVersions, offeredVersions } from "./versions";

describe("offeredVersions returns the 5 newest valid versions (SWR-2)", () => {
  for (const { name, artifactType, raw, offered } of cases) {
    it(name, () => {
      const versions = offeredVersions(artifactType as ArtifactType, raw);
      expect(versions.map(({ cleanName }) => cleanName)).toEqual(offered);
    });
  }
});

it("compareVersions is a total order", () => {
  const versions = ["1.10", "1.9", "1.9.0", "1.09", "10", "2 10 1", "2 9", "0"];
  for (const a of versions) {
    expect(compareVersions(a, a)).toBe(0);
    for (const b of versions) {
      expect(Math.sign(compareVersions(a, b)) + Math.sign(compareVersions(b, a))).toBe(0);
      for (const c of versions) {
        if (compareVersions(a, b) < 0 && compareVersions(b, c) < 0) expect(compareVersions(a, c)).toBeLessThan(0);
      }
    }
  }
});
