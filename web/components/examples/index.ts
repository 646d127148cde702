/** The examples of all components, by the name of their section. */
import type { ComponentType } from "react";
import { Buttons } from "./buttons";
import { Choices } from "./choices";
import { FailedFields, Fields, FilledFields, OtherFields } from "./fields";
import { FactsAndTags, PanelsAndToolbars, Texts } from "./layout";
import { Dialogs, Forms, Messages } from "./overlays";
import { FailedStates, LiveData, LoadingStates } from "./states";
import { EmptyTables, GroupedTable, LongTable, PlainTable, SelectableTable } from "./tables";
import { WeekFields } from "./week";

export const EXAMPLES: Readonly<Record<string, ComponentType>> = {
  Buttons,
  Fields,
  "Fields with values": FilledFields,
  "Fields with errors": FailedFields,
  "Other fields": OtherFields,
  Choices,
  "Fields of a week": WeekFields,
  Texts,
  "Facts and tags": FactsAndTags,
  "Panels and toolbars": PanelsAndToolbars,
  "Loading and empty states": LoadingStates,
  "Failed states": FailedStates,
  "Live data": LiveData,
  "Table with selection": SelectableTable,
  "Table with groups": GroupedTable,
  "Long table": LongTable,
  "Empty tables": EmptyTables,
  "Plain table": PlainTable,
  Dialogs,
  Forms,
  Messages,
};
