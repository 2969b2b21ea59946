import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { useId } from 'react';
import { Flex, SegmentedControl } from '@mantine/core';
import { Icon, type IconName } from '../parts/icon';

interface Segment<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly icon?: IconName;
}

interface SegmentsProps<Value extends string> {
  readonly label: string;
  /** The label is only for assistive technology. */
  readonly labelHidden?: boolean;
  readonly options: readonly Segment<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** One of a few, all in view. */
export function Segments<Value extends string>({
  label,
  labelHidden = false,
  options,
  value,
  onChange,
}: SegmentsProps<Value>) {
  const labelId = useId();
  return (
    <div>
      <p className={labelHidden ? 'visually-hidden' : 'label'} id={labelId}>
        {label}
      </p>
      <SegmentedControl<Value>
        aria-labelledby={labelId}
        value={value}
        onChange={onChange}
        data={options.map(({ icon, label: text, value: option }) => ({
          value: option,
          label: (
            <Flex component="span" gap="xs" align="center" justify="center">
              {icon && <Icon name={icon} size={16} />}
              {text}
            </Flex>
          ),
        }))}
      />
    </div>
  );
}
