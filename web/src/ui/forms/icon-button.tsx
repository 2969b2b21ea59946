import '@mantine/core/styles/ActionIcon.layer.css';
import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { Plain } from './button';
import { Icon, type IconName } from '../parts/icon';

interface IconButtonProps extends Plain<ActionIconProps> {
  readonly icon: IconName;
  readonly label: string;
  readonly iconSize?: number;
  /** In a table: rows stay as low as their text. */
  readonly compact?: boolean;
}

/** A button with an icon only; `label` is its accessible name. */
export function IconButton({
  icon,
  label,
  compact = false,
  iconSize = compact ? 16 : 20,
  ...rest
}: IconButtonProps) {
  return (
    <ActionIcon {...rest} {...(compact && { size: 28 })} aria-label={label}>
      <Icon name={icon} size={iconSize} />
    </ActionIcon>
  );
}
