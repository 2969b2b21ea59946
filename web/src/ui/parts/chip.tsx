import { Button, type ButtonProps } from '@mantine/core';

interface ChipProps extends Pick<ButtonProps, 'px' | 'children' | 'leftSection' | 'rightSection'> {
  readonly 'aria-label'?: string;
  readonly pressed?: boolean;
  readonly onClick: () => void;
}

/** A suggestion to take with one press; 32 px high with a target of 44. */
export function Chip({ pressed, ...rest }: ChipProps) {
  return <Button {...rest} size="xs" radius="xl" variant="default" className="chip" aria-pressed={pressed} />;
}
