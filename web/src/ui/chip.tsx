import type { ComponentProps } from 'react';

/** A suggestion to take with one press; 32 px high with a target of 44. */
export function Chip({ pressed, ...rest }: { readonly pressed?: boolean } & ComponentProps<'button'>) {
  return <button type="button" {...rest} className="chip" aria-pressed={pressed} />;
}
