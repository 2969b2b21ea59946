import type { ReactNode } from 'react';
import { type BoxProps, Flex } from '@mantine/core';
import type { Platform } from '@kernel/money/platforms';

interface PlatformTileProps {
  readonly platform: Platform;
  /** Edge in px. */
  readonly size?: 24 | 32 | 40;
}

interface TileProps extends Pick<BoxProps, 'className' | 'w' | 'h' | 'c' | 'bg' | 'bdrs'> {
  readonly 'data-platform'?: Platform;
  readonly children: ReactNode;
}

/** A sign next to a name. */
export function Tile(props: TileProps) {
  return (
    <Flex
      component="span"
      align="center"
      justify="center"
      flex="none"
      bdrs="md"
      fz="xs"
      fw="var(--fw-strong)"
      aria-hidden="true"
      {...props}
    />
  );
}

/** Two letters on the platform's color; its name is shown next to it or below. */
export function PlatformTile({ platform, size = 32 }: PlatformTileProps) {
  return (
    <Tile
      className="platform-tile"
      w={size}
      h={size}
      c="var(--tile-text)"
      bg="var(--tile-ground)"
      data-platform={platform}
    >
      {platform.slice(0, 2)}
    </Tile>
  );
}
