import '@mantine/core/styles/Kbd.layer.css';
import { Kbd } from '@mantine/core';
import { useKeysAreOn } from '../../ui/keys/use-keys';

/** The key of a button, inside it, while keys act; hidden on a phone and from screen readers, which press the button. */
export function KeyHint({ children }: { readonly children: string }) {
  const { isOn } = useKeysAreOn();
  if (!isOn) return null;
  return (
    <Kbd size="xs" className="wide-only key-hint" aria-hidden>
      {children}
    </Kbd>
  );
}
