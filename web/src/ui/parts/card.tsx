import { Box, type BoxProps } from '@mantine/core';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { Muted } from './text';

interface CardProps extends Pick<BoxProps, 'className' | 'mt' | 'mih'> {
  readonly title?: ReactNode;
  /** Left of the title. */
  readonly sign?: ReactNode;
  /** Below the title. */
  readonly subtitle?: ReactNode;
  /** Right of the title. */
  readonly aside?: ReactNode;
  readonly busy?: boolean;
  /** Scrolls to the card and moves the focus to its title, when the sender navigated to it. */
  readonly focused?: boolean;
  readonly children: ReactNode;
}

/** A block of a screen, a region named by its title. */
export function Card({
  title,
  sign,
  subtitle,
  aside,
  className = '',
  busy = false,
  focused = false,
  children,
  ...place
}: CardProps) {
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!focused) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView();
  }, [focused]);
  const named = (
    <h2 id={titleId} ref={heading} tabIndex={focused ? -1 : undefined}>
      {title}
    </h2>
  );
  return (
    <Box
      component="section"
      {...place}
      className={`card ${className}`.trim()}
      aria-labelledby={title ? titleId : undefined}
      aria-busy={busy || undefined}
    >
      {title && (
        <div className="card-head">
          {sign}
          {subtitle ? (
            <Box flex="1 1 200px" miw={0}>
              {named}
              <Muted>{subtitle}</Muted>
            </Box>
          ) : (
            named
          )}
          {aside}
        </div>
      )}
      {children}
    </Box>
  );
}
