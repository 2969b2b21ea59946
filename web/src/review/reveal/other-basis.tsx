import { Text } from '@mantine/core';

interface OtherBasisProps {
  readonly words: string | null;
  readonly block?: boolean;
}

/** In a separate block. */
const BLOCK = {
  fz: 'sm',
  mt: 'sm',
  p: 'var(--s-8) var(--s-12)',
  bdrs: 'md',
  bg: 'var(--warning-soft)',
} as const;

/** What the other basis has instead, under the value that is shown. */
export function OtherBasis({ words, block = false }: OtherBasisProps) {
  if (words === null) return null;
  return (
    <Text span display="block" fz="xs" fw={600} c="var(--warning)" {...(block && BLOCK)}>
      <span aria-hidden="true">± </span>
      {words}
    </Text>
  );
}
