import type { ReactNode } from 'react';
import type { SignInMethod } from '@kernel/people/accounts';
import { Icon } from '../../ui/parts/icon';
import { Tile } from '../../ui/parts/platform-tile';

/** An apple with a bite and a leaf, in the color of the text. */
const APPLE =
  'M14.8 3c.2 1.9-1.5 3.9-3.4 4-.2-1.9 1.5-3.8 3.4-4zM17.3 12.5c0-1.9 1-3.1 1.9-3.7-.9-1.3-2.2-1.9-3.7-1.9-1.6 0-2.5.9-3.5.9s-1.9-.9-3.3-.9c-2.4 0-4.7 2.1-4.7 5.6 0 4 2.7 8.5 5 8.5 1.1 0 1.6-.7 3-.7s1.8.7 2.9.7c1.9 0 3.6-2.8 4.3-4.9-1.2-.5-1.9-1.8-1.9-3.6z';

/** The icon of a sign-in method, or of the phone that it needs besides, next to its name. */
export function MethodMark({ method }: { readonly method: Mark }) {
  return (
    <Tile w={24} h={24} bg="var(--neutral-soft)">
      {MARKS[method]}
    </Tile>
  );
}

type Mark = SignInMethod | 'phone';

const MARKS: Readonly<Record<Mark, ReactNode>> = {
  password: <Icon name="lock" size={14} />,
  phone: <Icon name="phone" size={14} />,
  google: 'G',
  apple: (
    <svg viewBox="0 0 24 24" width="16" height="16" fill="currentColor">
      <path d={APPLE} />
    </svg>
  ),
};
