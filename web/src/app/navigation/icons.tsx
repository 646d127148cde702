/** The icons of the navigation. Text next to them, or the accessible name of their button, states the meaning. */
import type { GroupIcon } from "./entries";

type IconName = GroupIcon | "home" | "search" | "menu" | "collapse" | "chevron" | "external" | "person";

/** Lines in a square of 20 by 20. */
const LINES: Readonly<Record<IconName, string>> = {
  home: "M3.5 9 10 3.5 16.5 9v7.5h-4.25v-4.75h-4.5v4.75H3.5z",
  apps: "M3.5 3.5h5v5h-5zM11.5 3.5h5v5h-5zM3.5 11.5h5v5h-5zM11.5 11.5h5v5h-5z",
  chart: "M3.5 3.5v13h13M7 13v-3M10.5 13V6.5M14 13V9",
  route:
    "M5 13.5a2 2 0 1 0 0 3.5 2 2 0 0 0 0-3.5zM15 3a2 2 0 1 0 0 3.5A2 2 0 0 0 15 3zM7 15.2h6a2.6 2.6 0 0 0 0-5.2H7a2.6 2.6 0 0 1 0-5.2h6",
  trend: "M3 14.5 7.5 10l3 3L17 6.5M12.5 6.5H17V11",
  list: "M7 5h9.5M7 10h9.5M7 15h9.5M3.5 5h.5M3.5 10h.5M3.5 15h.5",
  pin: "M10 17.5S4.5 12.4 4.5 8a5.5 5.5 0 0 1 11 0c0 4.4-5.5 9.5-5.5 9.5zM10 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4z",
  pulse: "M2.5 10.5h3.25l2.25-6 4 11 2.25-5h3.25",
  grid: "M3.5 3.5h13v13h-13zM3.5 8h13M3.5 12.25h13M8 3.5v13M12.25 3.5v13",
  ticket: "M3 5.5h14v3a1.5 1.5 0 0 0 0 3v3H3v-3a1.5 1.5 0 0 0 0-3zM11.5 6v1.5M11.5 9.25v1.5M11.5 12.5V14",
  help: "M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15zM7.75 8a2.25 2.25 0 1 1 3.3 2c-.7.4-1.05.85-1.05 1.5v.25M10 14v.25",
  people:
    "M7.5 9.5a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5zM2.5 16c0-2.6 2.2-4 5-4s5 1.4 5 4M13 4.3a2.6 2.6 0 0 1 0 5M14.5 12.3c1.8.4 3 1.7 3 3.7",
  search: "M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM13 13l4 4",
  menu: "M3 5.5h14M3 10h14M3 14.5h14",
  collapse: "M3.5 3.5h13v13h-13zM8 3.5v13M13.5 8l-2 2 2 2",
  chevron: "M7.5 5l5 5-5 5",
  external: "M8 4.5H4.5v11h11V12M11 3.5h5.5V9M16.5 3.5 9 11",
  person: "M10 10a3.25 3.25 0 1 0 0-6.5 3.25 3.25 0 0 0 0 6.5zM4 17c0-3 2.7-4.75 6-4.75S16 14 16 17",
};

export function Icon({ name, className }: { readonly name: IconName; readonly className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">
      <path
        d={LINES[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
