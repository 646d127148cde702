import { useId, useState, type KeyboardEvent } from "react";
import type { ControlAttributes } from "./Field";
import "./searchSelect.css";

interface Props {
  readonly control: ControlAttributes;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly string[];
  readonly loading: boolean;
  readonly labelOf: (value: string) => string;
  readonly onBlur?: (() => void) | undefined;
}

/**
 * A combobox: a text field with a list of the options that contain its text. The value can be any text, so that the
 * form can show and reject a value that is not an option.
 */
export function SearchSelect({ value, onChange, options, loading, labelOf, onBlur, control }: Props) {
  const listId = useId();
  const [active, setActive] = useState(-1);
  const [open, setOpen] = useState(false);
  const typed = labelOf(value).trim().toLowerCase();
  // The list shows all options while one is selected, so that a user can see the alternatives.
  const matches = options.includes(value)
    ? options
    : options.filter((option) => labelOf(option).toLowerCase().includes(typed));
  const optionId = (index: number) => `${listId}-${index}`;

  function select(option: string) {
    onChange(option);
    setOpen(false);
    setActive(-1);
  }

  function onKeyDown(event: KeyboardEvent) {
    const option = matches[active];
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      const next = Math.max(0, Math.min(matches.length - 1, active + step));
      setOpen(true);
      setActive(next);
      document.getElementById(optionId(next))?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter" && open && option !== undefined) {
      event.preventDefault();
      select(option);
    } else if (event.key === "Escape" && open) {
      // This Escape closes only the list; the surrounding dialog stays open.
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
      setActive(-1);
    }
  }

  return (
    <div className="search-select">
      <input
        {...control}
        type="text"
        role="combobox"
        autoComplete="off"
        aria-expanded={open}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={open && active >= 0 ? optionId(active) : undefined}
        value={labelOf(value)}
        onChange={(event) => {
          const text = event.target.value;
          // A fully typed label selects its option.
          onChange(options.find((option) => labelOf(option) === text) ?? text);
          setOpen(true);
          setActive(-1);
        }}
        onClick={() => setOpen(true)}
        onBlur={() => {
          setOpen(false);
          onBlur?.();
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={listId} role="listbox" aria-label="Options" hidden={!open}>
        {matches.map((option, index) => (
          <li
            key={option}
            id={optionId(index)}
            role="option"
            aria-selected={option === value}
            data-active={index === active || undefined}
            // `mousedown` fires before the field loses the focus and hides the list. The field handles the keyboard.
            onMouseDown={(event) => {
              event.preventDefault();
              select(option);
            }}
          >
            {labelOf(option)}
          </li>
        ))}
        {matches.length === 0 && (
          <li className="search-select-empty" role="presentation">
            {loading ? "Loading…" : "No matches"}
          </li>
        )}
      </ul>
    </div>
  );
}
