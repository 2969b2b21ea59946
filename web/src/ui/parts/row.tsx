import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Avatar } from './avatar';

/** A list of rows that spans the full width of its card. */
export function Rows({ children }: { readonly children: ReactNode }) {
  return <ul className="rows">{children}</ul>;
}

interface RowProps {
  /** Target of the link that covers the row. */
  readonly to: string;
  readonly name: string;
  readonly meta: ReactNode;
  readonly amount: ReactNode;
  readonly status?: ReactNode;
  /** The money was never taken, or comes back. */
  readonly struckOut?: boolean;
}

/** A transfer in a list: who, how and when on the left, how much and its state on the right. */
export function Row({ to, name, meta, amount, status, struckOut = false }: RowProps) {
  return (
    <li>
      <Link className="row" to={to}>
        <Avatar name={name} />
        <span className="row-who">
          <b>{name}</b>
          <span className="row-meta">{meta}</span>
        </span>
        <span className="row-end">
          <b className={struckOut ? 'row-released' : undefined}>{amount}</b>
          {status}
        </span>
      </Link>
    </li>
  );
}
