/** Asking before somebody leaves a screen whose work would be lost. */
import { useEffect, useEffectEvent } from "react";
import { useBlocker, type Location } from "react-router";
import { useConfirm, type Question } from "./confirm";

/**
 * While `when` holds, another screen is reached only after the question was answered with yes; leaving the app altogether
 * has the browser ask in its own words.
 *
 * @param part of the address by whose change the work is lost as well: another day's screen is another screen
 */
export function useLeaveGuard(when: boolean, question: Question, part?: string): void {
  const ask = useConfirm();
  const placeOf = ({ pathname, search }: Location) =>
    `${pathname} ${part ? (new URLSearchParams(search).get(part) ?? "") : ""}`;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => when && placeOf(currentLocation) !== placeOf(nextLocation),
  );

  const decide = useEffectEvent(async () => {
    if (await ask({ cancel: "Stay", danger: true, ...question })) blocker.proceed?.();
    else blocker.reset?.();
  });
  const blocked = blocker.state === "blocked";
  useEffect(() => {
    if (blocked) void decide();
  }, [blocked]);

  useEffect(() => {
    if (!when) return;
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", hold);
    return () => window.removeEventListener("beforeunload", hold);
  }, [when]);
}
