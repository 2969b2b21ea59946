import './state-box.css';
import type { ReactNode } from 'react';
import { Text } from '@mantine/core';
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
    <div className="state-box wrap-anywhere" data-tone={tone}>
      <div className="state-top">
        {icon === 'check' ? (
          <span className="disc done-mark">
            <Icon name="check" />
          </span>
        ) : (
          <Icon name={icon} size={32} />
        )}
        <div role="status">
          <Text fz="var(--fs-20)" fw="var(--fw-strong)" lh="28px">
            {title}
          </Text>
          <p>{text}</p>
        </div>
        {isLive && <LiveDot />}
      </div>
      <div className="state-row">{children}</div>
    </div>
  );
}
