import '@mantine/core/styles/Kbd.layer.css';
import { Kbd } from '@mantine/core';

/** The key of a button, inside it; hidden on a phone and from screen readers, which press the button. */
export function KeyHint({ children }: { readonly children: string }) {
  return (
    <Kbd size="xs" className="wide-only key-hint" aria-hidden>
      {children}
    </Kbd>
  );
}
