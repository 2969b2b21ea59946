import '@mantine/core/styles/Alert.layer.css';
import type { ReactNode, Ref } from 'react';
import { Alert } from '@mantine/core';
import { Icon, type IconName } from '../parts/icon';

interface NoticeProps {
  readonly tone: 'info' | 'success' | 'warning' | 'danger';
  readonly icon: IconName;
  /** `alert` interrupts, `status` waits, `note` is not announced. */
  readonly role?: 'alert' | 'status' | 'note';
  readonly title?: ReactNode;
  readonly className?: string;
  /** After what is above. */
  readonly mt?: 'var(--pad)';
  /** Before what is below. */
  readonly mb?: 'md';
  readonly tabIndex?: number;
  /** `off` where taking the focus announces it. */
  readonly 'aria-live'?: 'off';
  readonly ref?: Ref<HTMLDivElement>;
  readonly children?: ReactNode;
}

/** Something to know, on a ground of its tone; warnings and errors also have an edge. */
export function Notice({ tone, icon, role = 'note', className = '', children, ...rest }: NoticeProps) {
  return (
    <Alert
      color={tone}
      icon={<Icon name={icon} />}
      role={role}
      // It may name what a person typed, in one word of any length.
      className={`wrap-anywhere ${className}`.trim()}
      {...rest}
    >
      {children}
    </Alert>
  );
}
