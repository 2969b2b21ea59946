import type { ComponentProps, ReactNode } from 'react';
import { Field } from './field';

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'prefix'> {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  readonly errorId?: string;
  readonly prefix?: ReactNode;
  readonly suffix?: ReactNode;
  /** The large form for amounts. */
  readonly money?: boolean;
}

/** One line of text with label, hint, error and fixed signs before or after it. */
export function TextField({
  label,
  hint,
  error,
  errorId,
  id,
  prefix,
  suffix,
  money,
  ...input
}: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} errorId={errorId} {...(id === undefined ? {} : { id })}>
      {(control) => (
        <div className={money ? 'input input-money' : 'input'}>
          {prefix && (
            <span className="affix" aria-hidden="true">
              {prefix}
            </span>
          )}
          <input type="text" {...input} {...control} />
          {suffix && (
            <span className="affix" aria-hidden="true">
              {suffix}
            </span>
          )}
        </div>
      )}
    </Field>
  );
}
