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
 * A text field with the offered values that contain what was typed below it. Typed text is the value, so that a
 * value that is not offered can be seen and refused.
 */
export function SearchSelect({ value, onChange, options, loading, labelOf, onBlur, control }: Props) {
  const listId = useId();
  const [active, setActive] = useState(-1);
  const [open, setOpen] = useState(false);
  const typed = labelOf(value).trim().toLowerCase();
  const chosen = options.includes(value);
  // All of them while one is chosen: a person who opens the list wants to see the others.
  const matches = chosen ? options : options.filter((option) => labelOf(option).toLowerCase().includes(typed));
  const optionId = (index: number) => `${listId}-${index}`;

  function choose(option: string) {
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
      choose(option);
    } else if (event.key === "Escape" && open) {
      // The dialog around the field stays open: a canceled key closes nothing else.
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
          // The label of a value typed in full means the value.
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
      <ul id={listId} role="listbox" aria-label="Offered values" hidden={!open}>
        {matches.map((option, index) => (
          <li
            key={option}
            id={optionId(index)}
            role="option"
            aria-selected={option === value}
            data-active={index === active || undefined}
            // Before the field loses the focus and the list goes away. Keys go to the field, which moves through the list.
            onMouseDown={(event) => {
              event.preventDefault();
              choose(option);
            }}
          >
            {labelOf(option)}
          </li>
        ))}
        {matches.length === 0 && (
          <li className="search-select-empty" role="presentation">
            {loading ? "Loading…" : "Nothing offered contains this"}
          </li>
        )}
      </ul>
    </div>
  );
}
