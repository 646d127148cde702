import { formatNumber } from "../lib/formats";
import type { Need } from "./rules/report";

/** The items to pack, in packing order (docs/requirements/planning.md, PKG-1). */
export function NeedTable({ label, needs }: { readonly label: string; readonly needs: readonly Need[] }) {
  return (
    <table className="packing-table" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Zone</th>
          <th scope="col">Bay</th>
          <th scope="col">Item</th>
          <th scope="col" className="packing-need">
            Need
          </th>
        </tr>
      </thead>
      <tbody>
        {needs.map(({ zone, bay, item, need }, index) => {
          const previous = needs[index - 1];
          const startsBay = previous?.zone !== zone || previous.bay !== bay;
          return (
            <tr key={item} className={startsBay ? "packing-first" : undefined}>
              <td>{zone}</td>
              <td>{bay}</td>
              <td>{item}</td>
              <td className="packing-need">{formatNumber(need)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
