import type { ComponentProps, FormEvent } from "react";

interface Props extends Omit<ComponentProps<"form">, "onSubmit"> {
  /** Whether a submission is in progress. While it is, Enter does not submit again. */
  readonly busy: boolean;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/** A form that saves data. It does not reload the page, and it submits once even if Enter is pressed repeatedly. */
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
