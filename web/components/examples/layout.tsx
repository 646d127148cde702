import { Link } from "react-router";
import { Button } from "../../src/ui/Button";
import { Facts } from "../../src/ui/Facts";
import { Notice } from "../../src/ui/Notice";
import { Panel, Panels } from "../../src/ui/Panel";
import { SearchField } from "../../src/ui/SearchField";
import { Tag, type Tone } from "../../src/ui/Tag";
import { Identifier, Muted, VisuallyHidden } from "../../src/ui/text";
import { Toolbar, ToolbarActions } from "../../src/ui/Toolbar";

const FACTS = [
  ["Location", "Chicago Tower 1"],
  ["Serial number", <Identifier key="serial">VC-00017-2026-IL</Identifier>],
  ["Address", "233 South Wacker Drive, Chicago, Illinois 60606, United States of America"],
] as const;
const TONES: readonly (readonly [Tone, string])[] = [
  ["neutral", "Unknown"],
  ["info", "In progress"],
  ["positive", "Live"],
  ["warning", "Offline"],
  ["negative", "Too warm"],
];

export function Texts() {
  return (
    <>
      <h2>Heading of a section</h2>
      <h3>Heading of a part</h3>
      <p>
        Text with a <Link to="/">link</Link>, the id <Identifier>IL_0001</Identifier> and <strong>strong text</strong>.
      </p>
      <Muted as="p">Times are in Central time.</Muted>
      <p>
        3<VisuallyHidden> fridges</VisuallyHidden> <Muted>of 1,250</Muted>
      </p>
    </>
  );
}

export function FactsAndTags() {
  return (
    <>
      <Facts facts={FACTS} label="Properties" />
      <Facts facts={FACTS} layout="row" label="Properties in a row" />
      <Toolbar align="center">
        {TONES.map(([tone, word]) => (
          <Tag key={tone} tone={tone}>
            {word}
          </Tag>
        ))}
      </Toolbar>
      {TONES.map(([tone, word]) => (
        <Notice key={tone} tone={tone}>
          {word}: the fridge reported at 10:00 AM. <Link to="/">Show its health</Link>
        </Notice>
      ))}
    </>
  );
}

export function PanelsAndToolbars() {
  return (
    <>
      <Toolbar landmark="Filters">
        <SearchField label="Find a stop" value="" onChange={() => undefined} />
        <Muted role="status">12 of 1,250</Muted>
        <ToolbarActions>
          <Button>Export CSV</Button>
          <Button variant="primary">Create</Button>
        </ToolbarActions>
      </Toolbar>
      <Panels>
        <Panel title="Software" aside={<Muted>2 versions</Muted>}>
          <p>Version 2.4.1 runs on 1,200 fridges.</p>
        </Panel>
        <Panel title="Commands">
          <Button>Restart</Button>
        </Panel>
      </Panels>
    </>
  );
}
