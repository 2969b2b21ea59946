import { useId } from 'react';
import { Icon, type IconName } from './icon';

interface Segment<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly icon?: IconName;
  /** Language of the label, when it is not the page's. */
  readonly lang?: string;
}

interface SegmentsProps<Value extends string> {
  readonly label: string;
  readonly options: readonly Segment<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** One of a few, all in view. */
export function Segments<Value extends string>({ label, options, value, onChange }: SegmentsProps<Value>) {
  const name = useId();
  return (
    <fieldset>
      <legend className="label">{label}</legend>
      <div className="segments">
        {options.map((option) => (
          <label key={option.value} lang={option.lang}>
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => {
                onChange(option.value);
              }}
            />
            {option.icon && <Icon name={option.icon} size={16} />}
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
