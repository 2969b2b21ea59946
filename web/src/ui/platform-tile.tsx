import type { Platform } from '@kernel/platforms';

interface PlatformTileProps {
  readonly platform: Platform;
  /** Edge in px. */
  readonly size?: 24 | 32 | 40;
}

/** Two letters on the platform's color; its name is shown beside or below. */
export function PlatformTile({ platform, size = 32 }: PlatformTileProps) {
  const slug = platform.toLowerCase().replace(' ', '');
  const look = { '--tile': `${String(size)}px`, background: `var(--p-${slug})`, color: `var(--p-${slug}-t)` };
  return (
    <span className="tile" style={look} aria-hidden="true">
      {platform.slice(0, 2)}
    </span>
  );
}
