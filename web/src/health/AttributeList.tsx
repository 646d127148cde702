import { Facts } from "../ui/Facts";
import type { FridgeHealth } from "./fridgeHealth";
import { attributesOf } from "./rules/attributes";
import { TonedValue } from "./TonedValue";

interface Props {
  readonly label: string;
  readonly health: FridgeHealth;
  readonly now: number;
}

/** A fridge's attributes with their values, colored by HLT-11. */
export function AttributeList({ label, health, now }: Props) {
  return (
    <Facts
      label={label}
      facts={attributesOf(health, now).map(({ label: attribute, value, tone }) => [
        attribute,
        <TonedValue key={attribute} tone={tone}>
          {value}
        </TonedValue>,
      ])}
    />
  );
}
