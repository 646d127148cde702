import { useState } from "react";
import { Checkbox, ControlGroup, RadioGroup, Switch } from "../../src/ui/Checkbox";
import { CheckboxGroup } from "../../src/ui/CheckboxGroup";

const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri"];
const DENSITIES = [
  ["comfortable", "Comfortable"],
  ["compact", "Compact"],
] as const;

export function Choices() {
  const [isOn, setIsOn] = useState(true);
  const [days, setDays] = useState<readonly string[]>(["Mon", "Wed"]);
  const [density, setDensity] = useState<"comfortable" | "compact">("comfortable");
  const noChange = () => undefined;
  return (
    <>
      <ControlGroup legend="Checkboxes" hint="They apply when the form is saved" required>
        <Checkbox label="Selected" checked={isOn} onChange={setIsOn} />
        <Checkbox label="Not selected" checked={!isOn} onChange={(off) => setIsOn(!off)} />
        <Checkbox label="Disabled" disabledReason="The region sets it" checked={false} onChange={noChange} />
        <Checkbox label="Disabled and selected" disabledReason="The region sets it" checked onChange={noChange} />
      </ControlGroup>
      <ControlGroup legend="Switches" layout="row">
        <Switch label="On" checked={isOn} onChange={setIsOn} />
        <Switch label="Off" checked={!isOn} onChange={(off) => setIsOn(!off)} />
        <Switch label="Disabled" disabledReason="The region sets it" checked={false} onChange={noChange} />
      </ControlGroup>
      <RadioGroup legend="Density" options={DENSITIES} value={density} onChange={setDensity} />
      <RadioGroup
        legend="Temperature unit"
        layout="row"
        options={[
          ["f", "Fahrenheit"],
          ["c", "Celsius"],
        ]}
        value={undefined}
        error="Please select a unit"
        required
        onChange={noChange}
      />
      <CheckboxGroup label="Stocking days" options={DAYS} selected={days} onChange={setDays} />
      <CheckboxGroup
        label="Routes"
        options={["amber", "birch"]}
        selected={[]}
        error="Select at least one route"
        required
        onChange={noChange}
      />
    </>
  );
}
