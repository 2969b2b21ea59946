import { Link } from 'react-router-dom';

/** The mark and the name, leading home. */
export function Brand({ to }: { readonly to: string }) {
  return (
    <Link className="brand" to={to}>
      <Wordmark />
    </Link>
  );
}

/** The mark and the name. */
export function Wordmark() {
  return (
    <>
      <svg viewBox="0 0 32 32" width={32} height={32} aria-hidden="true" focusable="false">
        <rect width="32" height="32" rx="8" fill="var(--accent)" />
        <path d="M9 8h14.5l-5 6H9z" fill="var(--on-accent)" />
        <path d="M9 16h9.5l-5 6H9z" fill="var(--on-accent)" opacity=".72" />
      </svg>
      Flip
    </>
  );
}
