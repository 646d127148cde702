/** The permission profile of `npm run dev:mock`. `?profile=read-only` selects one for this tab. */
import { PROFILES, isProfile, type Profile } from "../profiles";

const STORAGE_KEY = "mock.profile";

/** Returns the profile of the address, else the latest one of this tab, else admin. */
export function chosenProfile(): Profile {
  const requested = new URLSearchParams(window.location.search).get("profile") ?? "";
  if (isProfile(requested)) {
    // Links in the app do not contain the profile.
    sessionStorage.setItem(STORAGE_KEY, requested);
    return requested;
  }
  if (requested !== "") console.warn(`Unknown profile ${requested}. The profiles are ${PROFILES.join(", ")}.`);
  const stored = sessionStorage.getItem(STORAGE_KEY) ?? "";
  return isProfile(stored) ? stored : "admin";
}

export function forgetProfile(): void {
  sessionStorage.removeItem(STORAGE_KEY);
}
