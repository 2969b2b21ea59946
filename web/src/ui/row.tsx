import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Avatar } from './avatar';

/** A list of rows that reaches from edge to edge of its card. */
export function Rows({ children }: { readonly children: ReactNode }) {
  return <ul className="rows">{children}</ul>;
}

interface RowProps {
  /** Where the whole row leads; without it the row is not a link. */
  readonly to?: string;
  readonly name: string;
  readonly meta: ReactNode;
  readonly amount: ReactNode;
  readonly status?: ReactNode;
  /** Struck through: the money came back. */
  readonly released?: boolean;
}

/** A transfer in a list: who, how and when on the left, how much and its state on the right. */
export function Row({ to, released = false, ...content }: RowProps) {
  const className = released ? 'row row-released' : 'row';
  return (
    <li>
      {to === undefined ? (
        <div className={className}>
          <RowContent {...content} />
        </div>
      ) : (
        <Link className={className} to={to}>
          <RowContent {...content} />
        </Link>
      )}
    </li>
  );
}

function RowContent({ name, meta, amount, status }: Pick<RowProps, 'name' | 'meta' | 'amount' | 'status'>) {
  return (
    <>
      <Avatar name={name} />
      <span className="row-who">
        <span className="row-name">{name}</span>
        <span className="row-meta">{meta}</span>
      </span>
      <span className="row-end">
        <span className="row-amount">{amount}</span>
        {status}
      </span>
    </>
  );
}
