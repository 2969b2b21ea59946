import '@mantine/core/styles/Progress.layer.css';
import type { ReactNode } from 'react';
import { Box, type BoxProps, Flex, Progress, Text } from '@mantine/core';

interface LimitBarProps {
  readonly usedCents: number;
  /** The reserved part of the used amount. */
  readonly waitingCents?: number;
  readonly limitCents: number;
  /** The bar in words, for those who do not see it. */
  readonly label: string;
  /** The meaning of the filled part. */
  readonly legend: ReactNode;
  /** The meaning of the striped part. */
  readonly waiting?: ReactNode;
  /** When more frees up. */
  readonly frees?: ReactNode;
}

/** Of what is reserved, between its stripes. */
const PALE = 'color-mix(in srgb, var(--warning) 26%, var(--surface))';

/** How much of a limit is used, and how much of that is only reserved, with a keyed legend. */
export function LimitBar({
  usedCents,
  waitingCents = 0,
  limitCents,
  label,
  legend,
  waiting,
  frees,
}: LimitBarProps) {
  const shareOf = (cents: number) => (limitCents === 0 ? 0 : Math.min(1, cents / limitCents) * 100);
  const sent = shareOf(usedCents - waitingCents);
  return (
    <>
      <Progress.Root size={8} radius="xl" transitionDuration={250}>
        <Progress.Section value={sent} aria-label={label} aria-valuetext={label} />
        <Progress.Section
          bg={`repeating-linear-gradient(135deg, var(--warning) 0 2px, ${PALE} 2px 6px)`}
          value={Math.min(shareOf(waitingCents), 100 - sent)}
          withAria={false}
        />
      </Progress.Root>
      <LimitLegend legend={legend} waiting={waiting} />
      {frees && (
        <Text fz="sm" c="dimmed" mt="xs">
          {frees}
        </Text>
      )}
    </>
  );
}

/** The dot that ties the legend to a part of the bar. */
function Key(look: Pick<BoxProps, 'bg' | 'bd'>) {
  return (
    <Box
      component="span"
      display="inline-block"
      w={8}
      h={8}
      mr="xs"
      bdrs="50%"
      aria-hidden="true"
      {...look}
    />
  );
}

/** The sent amount, and separately the reserved one. */
export function LimitLegend({ legend, waiting }: Pick<LimitBarProps, 'legend' | 'waiting'>) {
  return (
    <Flex component="p" className="limit-legend" wrap="wrap" gap="var(--s-4) var(--s-16)" mt="xs" fz="sm">
      <span>
        <Key bg="var(--accent)" />
        {legend}
      </span>
      {waiting && (
        <span>
          <Key bg={PALE} bd="2px solid var(--warning)" />
          {waiting}
        </span>
      )}
    </Flex>
  );
}
