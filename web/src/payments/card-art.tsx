/** A drawing of a card; gray when it is no longer of use. */
export function CardArt({ muted }: { readonly muted: boolean }) {
  return (
    <svg viewBox="0 0 48 32" width={48} height={32} aria-hidden="true" focusable="false">
      <rect width={48} height={32} rx={6} fill={muted ? 'var(--neutral-soft)' : 'var(--accent-soft)'} />
      <path
        d="M0 7h48v5H0zM6 23h14v3H6z"
        fill={muted ? 'var(--text-3)' : 'var(--accent-text)'}
        opacity={0.72}
      />
    </svg>
  );
}
