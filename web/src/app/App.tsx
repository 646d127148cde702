import { ThemeProvider } from "@aws-amplify/ui-react";
import { Toaster } from "sonner";
import { SessionGate } from "../session/SessionGate";
import { theme } from "../ui/theme";
import { Console } from "./Console";

/** The whole page: its look, and the gate that draws the console for a signed-in person only. */
export function App() {
  return (
    <ThemeProvider theme={theme} colorMode="system">
      <SessionGate>
        <Console />
      </SessionGate>
      <Toaster theme="system" position="bottom-right" richColors visibleToasts={5} />
    </ThemeProvider>
  );
}
