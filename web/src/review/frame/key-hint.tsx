import '@mantine/core/styles/Kbd.layer.css';
import { Kbd, type KbdProps } from '@mantine/core';
import { useKeysAreOn } from '../../ui/keys/use-keys';

/** The key of a button, inside it, while keys act; hidden on a phone and from screen readers, which press the button. */
export function KeyHint({ children, ms = 'xs' }: { readonly children: string } & Pick<KbdProps, 'ms'>) {
  const { isOn } = useKeysAreOn();
  if (!isOn) return null;
  return (
    <Kbd
      className="wide-only key-hint"
      size="xs"
      ms={ms}
      px={6}
      bd="1px solid currentcolor"
      bg="transparent"
      c="inherit"
      fz="xs"
      lh="xs"
      aria-hidden
    >
      {children}
    </Kbd>
  );
}
