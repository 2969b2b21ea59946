import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../parts/icon';

interface BannerProps {
  readonly tone?: 'info' | 'warning';
  readonly icon: IconName;
  readonly children: ReactNode;
}

/** One line above everything. */
export function Banner({ tone = 'info', icon, children }: BannerProps) {
  return (
    <Box className="banner" px="md" py={6} fz="sm" ta="center" bg={`var(--${tone}-soft)`} role="status">
      <Icon name={icon} size={16} />
      <span>{children}</span>
    </Box>
  );
}
