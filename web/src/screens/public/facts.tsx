import './landing.css';
import type { ReactNode } from 'react';
import { Box, Stack } from '@mantine/core';
import { Icon, type IconName } from '../../ui/parts/icon';

/** Facts in two columns, on a phone in one. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return <div className="facts columns">{children}</div>;
}

interface FactProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children: ReactNode;
}

/** One fact: icon, name and value. */
export function Fact({ icon, title, children }: FactProps) {
  return (
    <div>
      <span className="tile">
        <Icon name={icon} />
      </span>
      <Stack gap={4}>
        <h3>{title}</h3>
        <Box className="stack-4" c="dimmed">
          {children}
        </Box>
      </Stack>
    </div>
  );
}
