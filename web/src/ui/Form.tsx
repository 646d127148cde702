import type { ComponentProps, FormEvent } from "react";

interface Props extends Omit<ComponentProps<"form">, "onSubmit"> {
  /** Whether what was submitted is under way: until it is done, Enter submits nothing. */
  readonly busy: boolean;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/** A form that writes something. It never reloads the page, and submits once however often Enter is pressed. */
export function Form({ busy, onSubmit, ...rest }: Props) {
  return (
    <form
      {...rest}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) onSubmit(event);
      }}
    />
  );
}
