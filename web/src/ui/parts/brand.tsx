import { Box, Group } from '@mantine/core';
import { Link } from 'react-router-dom';
import { Fine } from './text';

interface BrandProps {
  readonly to: string;
  /** A word next to the name, as for the staff's console. */
  readonly tag?: string | undefined;
}

/** The mark and the name, leading home. */
export function Brand({ to, tag }: BrandProps) {
  const link = (
    <Box component={Link} td="none" to={to}>
      <Wordmark />
    </Box>
  );
  if (tag === undefined) return link;
  return (
    <Group gap="xs" wrap="nowrap">
      {link}
      <Fine span p="2px var(--s-8)" bd="1px solid var(--border)" bdrs="sm">
        {tag}
      </Fine>
    </Group>
  );
}

/** The mark and the name. */
export function Wordmark() {
  return (
    <Group
      component="span"
      display="inline-flex"
      gap="xs"
      wrap="nowrap"
      mih="var(--touch)"
      c="var(--text)"
      fz="lg"
      fw="var(--fw-strong)"
      lts="var(--track-tight)"
    >
      <svg viewBox="0 0 32 32" width={32} height={32} aria-hidden="true" focusable="false">
        <rect width="32" height="32" rx="8" fill="var(--accent)" />
        <path d="M9 8h14.5l-5 6H9z" fill="var(--on-accent)" />
        <path d="M9 16h9.5l-5 6H9z" fill="var(--on-accent)" opacity=".72" />
      </svg>
      Flip
    </Group>
  );
}
