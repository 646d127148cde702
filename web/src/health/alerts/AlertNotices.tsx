import { useQuery } from "@tanstack/react-query";
import { Muted } from "../../ui/text";
import { noticeEventLabel, noticeProblem } from "../rules/notices";
import type { FridgeAlert } from "../fridgeAlerts";
import { useFridgeTime } from "../fridgeZone";
import { noticesQuery } from "./snoozes";

/** Who was notified of an alert, and when. Nothing while it loads, and if no rule applies. */
export function AlertNotices({ alert }: { readonly alert: FridgeAlert }) {
  const format = useFridgeTime(alert.location);
  const notices = useQuery(noticesQuery(alert.location, alert.id)).data ?? [];
  if (notices.length === 0) return null;
  return (
    <Muted as="div">
      {notices.map(({ subscriptionName, receiver, event, at, outcome }) => {
        const problem = noticeProblem(outcome);
        return (
          <div key={`${subscriptionName} ${receiver} ${event}`}>
            {noticeEventLabel(event)}: {receiver} ({subscriptionName}) at {format(at)}
            {problem && `, ${problem}`}
          </div>
        );
      })}
    </Muted>
  );
}
