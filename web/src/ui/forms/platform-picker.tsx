import { useId } from 'react';
import { PLATFORMS, type Platform } from '@kernel/money/platforms';
import { FieldError } from './field';
import { Icon } from '../parts/icon';
import { PlatformTile } from '../parts/platform-tile';

interface PlatformPickerProps {
  readonly label: string;
  readonly value: Platform | null;
  readonly onChange: (platform: Platform) => void;
  readonly error?: string | undefined;
  /** Id of the first choice, for an error summary's link. */
  readonly id: string;
  /** Where the form finds the first choice to focus it. */
  readonly 'data-path'?: string;
}

/** A choice of the six platforms, as cards. */
export function PlatformPicker({
  label,
  value,
  onChange,
  error,
  id,
  'data-path': path,
}: PlatformPickerProps) {
  const name = useId();
  const first = { id, 'data-path': path };
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="label">{label}</legend>
      <div className="platforms">
        {PLATFORMS.map((platform, index) => (
          <label className="platform" key={platform}>
            <input
              type="radio"
              name={name}
              {...(index === 0 && first)}
              checked={platform === value}
              aria-invalid={error ? true : undefined}
              onChange={() => {
                onChange(platform);
              }}
            />
            <PlatformTile platform={platform} />
            {platform}
            <Icon name="check" size={20} className="platform-tick" />
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}
