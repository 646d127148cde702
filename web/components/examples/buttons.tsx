import { useState } from "react";
import { Button } from "../../src/ui/Button";
import { ExportButton } from "../../src/ui/ExportButton";
import { IconButton, PlainButton } from "../../src/ui/PlainButton";
import { Toolbar } from "../../src/ui/Toolbar";
import { ToggleButtons } from "../../src/ui/ToggleButtons";
import { Tooltip } from "../../src/ui/Tooltip";
import { ViewSwitch } from "../../src/ui/ViewSwitch";

const VARIANTS = ["primary", "plain", "link", "danger"] as const;
const VIEWS = [
  ["list", "List"],
  ["map", "Map"],
] as const;

export function Buttons() {
  const [view, setView] = useState<"list" | "map">("list");
  return (
    <>
      {VARIANTS.map((variant) => (
        <Toolbar key={variant} align="center">
          <Button variant={variant}>Save {variant}</Button>
          <Button variant={variant} disabledReason="No changes to save">
            Disabled
          </Button>
          <Button variant={variant} disabledReason="Your permissions do not include UpdateLocation">
            With a reason
          </Button>
          <Button variant={variant} busy busyText="Saving…">
            Save
          </Button>
        </Toolbar>
      ))}
      <Toolbar align="center">
        <PlainButton>Plain button</PlainButton>
        <PlainButton disabledReason="No changes to save">Disabled plain button</PlainButton>
        <IconButton label="Close">×</IconButton>
        <ExportButton count={0} onExport={() => undefined} />
        <Tooltip label="About the layout" icon="ⓘ">
          The layout of the shelves
        </Tooltip>
        <ViewSwitch label="View" options={VIEWS} value={view} onChange={setView} />
        <ToggleButtons label="Shown as" options={VIEWS} value={view} onChange={setView} />
      </Toolbar>
    </>
  );
}
