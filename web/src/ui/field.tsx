import { useId, type ReactNode } from 'react';
import { Icon } from './icon';

/** What a control needs so that label, hint and error belong to it. */
export interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

interface FieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  /** Id of the element that shows the error, when it stands elsewhere, as under two fields at once. */
  readonly errorId?: string | undefined;
  /** Given when an error summary links here. */
  readonly id?: string;
  readonly children: (control: ControlProps) => ReactNode;
}

/** Label above, control, hint and error below, tied together for assistive technology. */
export function Field({ label, hint, error, errorId, id, children }: FieldProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const shownErrorId = errorId ?? `${controlId}-error`;
  return (
    <div className={error ? 'field field-invalid' : 'field'}>
      <label className="label" htmlFor={controlId}>
        {label}
      </label>
      {children({
        id: controlId,
        'aria-describedby': joined(Boolean(hint) && `${controlId}-hint`, Boolean(error) && shownErrorId),
        'aria-invalid': error ? true : undefined,
      })}
      {hint && (
        <div className="hint" id={`${controlId}-hint`}>
          {hint}
        </div>
      )}
      {error && errorId === undefined && <FieldError id={shownErrorId}>{error}</FieldError>}
    </div>
  );
}

/** An error with its sign; the colour is never alone. */
export function FieldError({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  return (
    <p className="field-error" id={id}>
      <Icon name="alert" size={16} />
      <span>{children}</span>
    </p>
  );
}

function joined(...ids: readonly (string | false)[]): string | undefined {
  return ids.filter(Boolean).join(' ') || undefined;
}
