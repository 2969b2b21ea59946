import type { ReactNode } from 'react';
import { Box } from '@mantine/core';
import { PageHeading } from './page-heading';

/** A page as wide as a form, with its heading. */
export function FormPage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Box w="100%" maw="var(--form)" mx="auto">
      <PageHeading title={title}>{title}</PageHeading>
      {children}
    </Box>
  );
}
