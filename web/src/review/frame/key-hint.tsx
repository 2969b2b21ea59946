import '@mantine/core/styles/Kbd.layer.css';
import { Kbd, type KbdProps } from '@mantine/core';
import { useKeysAreOn } from '../../ui/keys/use-keys';

/** A key as it is drawn on the screen. */
export const KeyCap = Kbd.withProps({
  size: 'xs',
  px: 6,
  bg: 'transparent',
  c: 'inherit',
  fz: 'xs',
  lh: 'xs',
});

/** The key of a button, inside it, while keys act; hidden on a phone and from screen readers, which press the button. */
export function KeyHint({ children, ms = 'xs' }: { readonly children: string } & Pick<KbdProps, 'ms'>) {
  const { isOn } = useKeysAreOn();
  if (!isOn) return null;
  return (
    <KeyCap className="wide-only key-hint" ms={ms} bd="1px solid currentcolor" aria-hidden>
      {children}
    </KeyCap>
  );
}
