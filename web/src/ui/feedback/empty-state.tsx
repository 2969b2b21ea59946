import type { ReactNode } from 'react';
import { Box, Stack, Text, ThemeIcon } from '@mantine/core';
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

/** Text in the middle of a block. */
export const Blank = Stack.withProps({ align: 'center', gap: 'xs', px: 'md', py: 'xl', ta: 'center' });

/** Nothing is here yet. */
export function EmptyState({ icon, title, text, action, quiet = false }: EmptyStateProps) {
  return (
    <Blank>
      <ThemeIcon size={56} radius="xl" my="xs" color={quiet ? 'neutral' : 'accent'}>
        <Icon name={icon} />
      </ThemeIcon>
      <Text fw={600}>{title}</Text>
      {text && <Muted>{text}</Muted>}
      {action && <Box my="xs">{action}</Box>}
    </Blank>
  );
}
