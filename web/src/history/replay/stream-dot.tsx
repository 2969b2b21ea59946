import { Box } from '@mantine/core';
import type { ReplayStream } from './replay-streams';

const COLORS: Readonly<Record<ReplayStream, string>> = {
  transfer: 'var(--accent)',
  payment: 'var(--info)',
  sender: 'var(--text-2)',
  case: 'var(--warning)',
};

interface StreamDotProps {
  readonly stream: ReplayStream;
  /** For an event after the one that is shown. */
  readonly isHollow?: boolean;
}

/** The subject of an event, as a color; with many events in a row the dots become narrow. */
export function StreamDot({ stream, isHollow = false }: StreamDotProps) {
  const color = COLORS[stream];
  return (
    <Box
      component="span"
      flex="0 1 10px"
      miw={2}
      w={10}
      h={10}
      bdrs="50%"
      bd={`2px solid ${color}`}
      bg={isHollow ? 'var(--surface)' : color}
    />
  );
}
