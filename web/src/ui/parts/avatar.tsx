import '@mantine/core/styles/Avatar.layer.css';
import { Avatar as MantineAvatar } from '@mantine/core';

interface AvatarProps {
  readonly name: string;
  readonly size?: 24 | 40 | 48 | 56;
}

/** The initials of a name that is shown next to them. */
export function Avatar({ name, size = 40 }: AvatarProps) {
  return (
    <MantineAvatar size={size} aria-hidden="true">
      {initialsOf(name)}
    </MantineAvatar>
  );
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const picked = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return picked
    .map((word) => firstLetterOf(word ?? ''))
    .join('')
    .toLocaleUpperCase();
}

function firstLetterOf(word: string): string {
  const code = word.codePointAt(0);
  return code === undefined ? '' : String.fromCodePoint(code);
}
