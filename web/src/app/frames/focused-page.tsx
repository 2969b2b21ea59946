import type { ReactNode } from 'react';
import { Box, Group, Stack } from '@mantine/core';
import { Outlet } from 'react-router-dom';
import { Footer } from './footer';
import { MAIN_ID } from './skip-link';

const COLUMN = { w: '100%', maw: 1024, mx: 'auto', px: 'var(--gutter)' } as const;

/** A screen with one task: its bar has no links but the given ones. */
export function FocusedPage({ bar }: { readonly bar: ReactNode }) {
  return (
    <Stack gap={0} flex={1} miw={0}>
      <Box component="header" className="line-below no-print" bg="var(--surface)">
        <Group
          {...COLUMN}
          justify="space-between"
          wrap="nowrap"
          gap="xs"
          mih={{ base: 'var(--bar)', sm: 72 }}
        >
          {bar}
        </Group>
      </Box>
      <Box
        component="main"
        {...COLUMN}
        flex={1}
        pt="var(--gutter)"
        pb={{ base: 24, sm: 48 }}
        id={MAIN_ID}
        tabIndex={-1}
      >
        <Outlet />
      </Box>
      <Footer maw={COLUMN.maw} />
    </Stack>
  );
}
