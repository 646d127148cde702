import { lazy, Suspense } from "react";
import { loadToasts } from "../lib/toast";
import { SessionGate } from "../session/SessionGate";
import { Theme } from "../ui/Theme";
import { Console } from "./Console";

const Toaster = lazy(async () => ({ default: (await loadToasts()).Toaster }));

/** The root component: the theme, and the gate that renders the console only for a signed-in user. */
export function App() {
  return (
    <Theme>
      <SessionGate>
        <Console />
      </SessionGate>
      {/* The attribute keeps the messages readable while a dialog hides the rest of the page. */}
      <div data-react-aria-top-layer>
        <Suspense fallback={null}>
          <Toaster theme="system" position="bottom-right" richColors visibleToasts={5} />
        </Suspense>
      </div>
    </Theme>
  );
}
