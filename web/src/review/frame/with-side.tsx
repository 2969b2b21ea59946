import { Box, Flex } from '@mantine/core';
import type { ReactNode } from 'react';

interface WithSideProps {
  /** Of the side, in pixels; below 1024 px it takes a separate line. */
  readonly width: number;
  /** Nothing where there is none now. */
  readonly side: ReactNode;
  /** Whether the side comes first. */
  readonly isFirst?: boolean;
  readonly children: ReactNode;
}

/** What a screen is about, and next to it what accompanies it. */
export function WithSide({ width, side, isFirst = false, children }: WithSideProps) {
  const fixed = side && (
    <Box flex="none" w={{ base: '100%', md: width }}>
      {side}
    </Box>
  );
  return (
    <Flex direction={{ base: 'column', md: 'row' }} align={{ base: 'stretch', md: 'flex-start' }} gap="md">
      {isFirst && fixed}
      <Box flex={1} miw={0}>
        {children}
      </Box>
      {!isFirst && fixed}
    </Flex>
  );
}
