import { Box, type BoxProps } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { handOverHeadingFocus, takeHandedOverFocus, takeHeadingFocus } from '../../lib/heading-focus';

interface PageHeadingProps extends Pick<BoxProps, 'className' | 'fz' | 'lh' | 'lts'> {
  /** The page's name in the browser's title. */
  readonly title: string;
  readonly children: ReactNode;
}

/** The one h1 of a screen: names the page and takes the focus when the route changed. */
export function PageHeading({ title, children, ...look }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Flip`;
  }, [title]);
  // The heading of a screen that was loading hands the focus to the one that replaces it.
  useLayoutEffect(() => {
    const element = heading.current;
    if (takeHandedOverFocus()) element?.focus({ preventScroll: true });
    return () => {
      if (element && element === document.activeElement) handOverHeadingFocus();
    };
  }, []);
  useEffect(() => {
    if (takeHeadingFocus()) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Box component="h1" {...look} tabIndex={-1} ref={heading}>
      {children}
    </Box>
  );
}
