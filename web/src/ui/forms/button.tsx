import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/Button.layer.css';
import type { ComponentProps, ReactNode } from 'react';
import {
  Button as MantineButton,
  Loader,
  type ButtonProps as MantineButtonProps,
  type ElementProps,
} from '@mantine/core';
import { Link } from 'react-router-dom';
import { Icon, type IconName } from '../parts/icon';

export type ButtonTone = 'primary' | 'default' | 'subtle' | 'danger';

interface Look {
  readonly tone?: ButtonTone;
  /** 48, 40 or 32 px high. */
  readonly size?: 'md' | 'sm' | 'xs';
  readonly block?: boolean;
  readonly icon?: IconName;
}

const VARIANTS = { primary: 'filled', default: 'default', subtle: 'subtle', danger: 'outline' } as const;

/** Props of a Mantine control, except those that the product decides. */
export type Plain<Props> = Omit<Props, 'size' | 'variant' | 'children'> &
  ElementProps<'button', keyof Props & string>;

interface ButtonProps extends Look, Plain<MantineButtonProps> {
  /** The button's text while busy; it stays enabled and ignores further presses. */
  readonly busyText?: string;
  readonly busy?: boolean;
  readonly children: ReactNode;
}

/** A button; `type` defaults to "button". */
export function Button({ icon, busy = false, busyText, onClick, children, ...rest }: ButtonProps) {
  return (
    <MantineButton
      {...lookOf(rest)}
      leftSection={
        busy ? <Loader size={20} color="currentColor" aria-hidden /> : icon && <Icon name={icon} />
      }
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy ? (busyText ?? children) : children}
    </MantineButton>
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  icon,
  ...rest
}: Look & Pick<MantineButtonProps, 'flex' | 'miw' | 'px'> & ComponentProps<typeof Link>) {
  return <MantineButton component={Link} {...lookOf(rest)} leftSection={icon && <Icon name={icon} />} />;
}

function lookOf<Rest extends Look>({ tone = 'default', block = false, ...rest }: Rest) {
  return { variant: VARIANTS[tone], color: 'danger', fullWidth: block, ...rest };
}
