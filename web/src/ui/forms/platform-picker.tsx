import { SimpleGrid, Stack } from '@mantine/core';
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
  /** Next to another field: in two rows. */
  readonly isHalf?: boolean;
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
  isHalf = false,
  id,
  'data-path': path,
}: PlatformPickerProps) {
  const name = useId();
  const first = { id, 'data-path': path };
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="label">{label}</legend>
      {/* Six are in one row only where their names fit. */}
      <SimpleGrid type="container" cols={isHalf ? 3 : { base: 3, '461px': 6 }} spacing="xs">
        {PLATFORMS.map((platform, index) => (
          <Stack
            component="label"
            key={platform}
            className="platform"
            pos="relative"
            align="center"
            justify="center"
            gap="xs"
            mih={80}
            bdrs="md"
            fz="sm"
          >
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
          </Stack>
        ))}
      </SimpleGrid>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}
