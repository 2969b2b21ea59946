import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Icon, type IconName } from './icon';

export type ButtonTone = 'primary' | 'default' | 'subtle' | 'danger';
export type ButtonSize = 'md' | 'sm' | 'staff';

interface Look {
  readonly tone?: ButtonTone;
  readonly size?: ButtonSize;
  readonly block?: boolean;
  readonly icon?: IconName;
  readonly className?: string;
}

interface ButtonProps extends Look, Omit<ComponentProps<'button'>, 'className'> {
  /** What the button says while it works; it stays enabled and ignores further presses. */
  readonly busyText?: string;
  readonly busy?: boolean;
  readonly children: ReactNode;
}

/** A button; `type` is "button" unless said otherwise. */
export function Button({
  tone = 'default',
  size = 'md',
  block = false,
  icon,
  className = '',
  busy = false,
  busyText,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classesOf({ tone, size, block, className })}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      <Sign busy={busy} icon={icon} />
      {busy ? (busyText ?? children) : children}
    </button>
  );
}

function Sign({ busy, icon }: { readonly busy: boolean; readonly icon: IconName | undefined }) {
  if (busy) return <span className="spinner" aria-hidden="true" />;
  return icon && <Icon name={icon} />;
}

/** A link that looks like a button: it leads somewhere and does nothing. */
export function ButtonLink({
  tone = 'default',
  size = 'md',
  block = false,
  icon,
  className = '',
  children,
  ...rest
}: Look & Omit<ComponentProps<typeof Link>, 'className'>) {
  return (
    <Link {...rest} className={classesOf({ tone, size, block, className })}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  );
}

/** A button of one icon; `label` is what assistive technology says. */
export function IconButton({
  icon,
  label,
  size = 20,
  ...rest
}: { readonly icon: IconName; readonly label: string; readonly size?: number } & ComponentProps<'button'>) {
  return (
    <button type="button" {...rest} className="icon-button" aria-label={label}>
      <Icon name={icon} size={size} />
    </button>
  );
}

function classesOf({
  tone,
  size,
  block,
  className,
}: Required<Pick<Look, 'tone' | 'size' | 'block' | 'className'>>) {
  const sized = size === 'md' ? '' : ` btn-${size}`;
  return `btn btn-${tone}${sized}${block ? ' btn-block' : ''} ${className}`.trim();
}
