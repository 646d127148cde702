import { businessDay } from "../lib/day";
import { readSetting, writeSetting } from "../lib/settings";
import { useUser } from "../session/user";
import { formatChoice, parseChoice, type LocalRange, type PresetId } from "./rules/presets";

interface RememberedRange {
  /** The range for a URL without one. */
  readonly initial: () => LocalRange;
  /** Remembers a range that the user chose. */
  readonly remember: (range: LocalRange) => void;
}

/** The range that the signed-in user last chose for a report, which this browser remembers. */
export function useRememberedRange(report: string, fallback: PresetId = "today"): RememberedRange {
  const key = `larder.report.${useUser().sub}.${report}`;
  return {
    initial: () => parseChoice(readSetting(key), businessDay(), fallback),
    remember: (range) => writeSetting(key, formatChoice(range, businessDay())),
  };
}
