import '@mantine/core/styles/Divider.layer.css';
import './state-box.css';
import type { ReactNode } from 'react';
import { Box, Divider, Flex, Text, ThemeIcon } from '@mantine/core';
import { Icon, type IconName } from '../parts/icon';
import { LiveDot } from './live-dot';

export interface StateLook {
  readonly tone: 'info' | 'success' | 'warning' | 'danger';
  readonly icon: IconName;
}

interface StateBoxProps extends StateLook {
  readonly title: string;
  readonly text: ReactNode;
  /** It changes by itself. */
  readonly isLive: boolean;
  /** What can be done, or a fact: a text and one action. */
  readonly children: ReactNode;
}

/** Where something is, in one sentence, and what can be done: of the same height in every state, so that nothing moves. */
export function StateBox({ tone, icon, title, text, isLive, children }: StateBoxProps) {
  return (
    <Box className="state-box wrap-anywhere" mb="var(--pad)" bdrs="lg" bg={`var(--${tone}-soft)`}>
      <Flex
        align="center"
        gap={{ base: 12, sm: 16 }}
        mih={{ base: 152, sm: 80 }}
        px={{ base: 16, sm: 24 }}
        py={4}
      >
        {icon === 'check' ? (
          <ThemeIcon className="done-mark" size={32} radius="xl" bg="var(--success)" c="var(--on-accent)">
            <Icon name="check" />
          </ThemeIcon>
        ) : (
          <Icon name={icon} size={32} color={`var(--${tone})`} />
        )}
        {/* On a phone title and sentence have the whole width. */}
        <Flex
          flex={1}
          miw={0}
          direction={{ base: 'column', sm: 'row' }}
          align={{ base: 'flex-start', sm: 'center' }}
          justify="space-between"
          columnGap="md"
        >
          <div role="status">
            <Text fz="var(--fs-20)" fw="var(--fw-strong)" lh="28px">
              {title}
            </Text>
            <p>{text}</p>
          </div>
          {isLive && <LiveDot />}
        </Flex>
      </Flex>
      <Divider color={`color-mix(in srgb, var(--${tone}) 20%, transparent)`} />
      <Flex
        className="state-row"
        align="center"
        justify="space-between"
        wrap={{ base: 'wrap', sm: 'nowrap' }}
        gap={{ base: 8, sm: 16 }}
        mih={{ base: 63, sm: 55 }}
        pl={{ base: 16, sm: 24 }}
        pr="sm"
        py={{ base: 8, sm: 0 }}
        fz="sm"
        lh="20px"
      >
        {children}
      </Flex>
    </Box>
  );
}
