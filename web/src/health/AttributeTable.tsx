import { attributesOf } from "./rules/attributes";
import { TonedValue } from "./TonedValue";
import type { FridgeHealth } from "./fridgeHealth";
import "./attributeTable.css";

interface Props {
  readonly label: string;
  readonly health: FridgeHealth;
  readonly now: number;
}

/** A fridge's attributes with their values, colored by HLT-11. */
export function AttributeTable({ label, health, now }: Props) {
  return (
    <table className="attribute-table" aria-label={label}>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">Attribute</th>
          <th scope="col">Value</th>
        </tr>
      </thead>
      <tbody>
        {attributesOf(health, now).map(({ name, label: attribute, value, tone }) => (
          <tr key={name}>
            <th scope="row">{attribute}</th>
            <td>
              <TonedValue tone={tone}>{value}</TonedValue>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
