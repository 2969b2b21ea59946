import type { ReactNode } from 'react';
import { Icon, type IconName } from '../parts/icon';

interface EmptyStateProps {
  readonly icon: IconName;
  readonly title: ReactNode;
  /** What will be here. */
  readonly text?: ReactNode;
  /** The one thing to do. */
  readonly action?: ReactNode;
  /** Something failed: no accent. */
  readonly quiet?: boolean;
}

/** Nothing is here yet. */
export function EmptyState({ icon, title, text, action, quiet = false }: EmptyStateProps) {
  return (
    <div className="blank">
      <span className={quiet ? 'disc disc-quiet' : 'disc'}>
        <Icon name={icon} />
      </span>
      <p className="strong">{title}</p>
      {text && <p className="muted t14">{text}</p>}
      {action}
    </div>
  );
}
