import { useId, type ComponentProps, type ReactNode } from 'react';
import { FieldError } from './field';
import { Icon } from './icon';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  readonly label: ReactNode;
  /** Stands behind the words without being part of the target, as a button that opens what they name. */
  readonly after?: ReactNode;
  readonly error?: ReactNode;
}

/** A box to tick with its words; the words are part of the target. */
export function Checkbox({ label, after, error, id, ...input }: CheckboxProps) {
  const ownId = useId();
  const boxId = id ?? ownId;
  return (
    <div className={error ? 'field field-invalid' : 'field'}>
      <div className="check">
        <span className="check-box">
          <input
            {...input}
            type="checkbox"
            id={boxId}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${boxId}-error` : undefined}
          />
          <Icon name="check" size={16} />
        </span>
        <span>
          <label htmlFor={boxId} id={`${boxId}-label`}>
            {label}
          </label>
          {after && <> {after}</>}
        </span>
      </div>
      {error && <FieldError id={`${boxId}-error`}>{error}</FieldError>}
    </div>
  );
}
