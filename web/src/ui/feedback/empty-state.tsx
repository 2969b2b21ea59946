import type { ReactNode } from 'react';
import { Text } from '@mantine/core';
import { Icon, type IconName } from '../parts/icon';
import { Muted } from '../parts/text';

interface EmptyStateProps {
  readonly icon: IconName;
  readonly title: ReactNode;
  /** What will be here. */
  readonly text?: ReactNode;
  /** The one thing to do. */
  readonly action?: ReactNode;
  /** Something failed: no accent. */
  readonly quiet?: boolean;
}

/** Nothing is here yet. */
export function EmptyState({ icon, title, text, action, quiet = false }: EmptyStateProps) {
  return (
    <div className="blank">
      <Text span className="disc" {...(quiet && { c: 'dimmed', bg: 'var(--neutral-soft)' })}>
        <Icon name={icon} />
      </Text>
      <Text fw={600}>{title}</Text>
      {text && <Muted>{text}</Muted>}
      {action}
    </div>
  );
}
