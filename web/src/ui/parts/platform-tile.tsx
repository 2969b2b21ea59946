import type { Platform } from '@kernel/money/platforms';

interface PlatformTileProps {
  readonly platform: Platform;
  /** Edge in px. */
  readonly size?: 24 | 32 | 40;
}

/** Two letters on the platform's color; its name is shown next to it or below. */
export function PlatformTile({ platform, size = 32 }: PlatformTileProps) {
  return (
    <span className="tile" data-platform={platform} data-size={size} aria-hidden="true">
      {platform.slice(0, 2)}
    </span>
  );
}
