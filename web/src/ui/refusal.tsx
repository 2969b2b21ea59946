import type { ReactNode } from 'react';
import { Icon } from './icon';

interface RefusalProps {
  /** The fixed text of the refusal. */
  readonly text: ReactNode;
  /** What remains, or when more frees up. */
  readonly detail?: ReactNode;
  /** What can be done instead. */
  readonly actions?: ReactNode;
}

/** A refusal that says what remains and what can be done. */
export function Refusal({ text, detail, actions }: RefusalProps) {
  return (
    <div className="refusal" role="alert">
      <Icon name="alert" />
      <div>
        <p>{text}</p>
        {detail && <p className="muted">{detail}</p>}
        {actions && <div className="refusal-actions">{actions}</div>}
      </div>
    </div>
  );
}
