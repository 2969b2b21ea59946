interface OtherBasisProps {
  readonly words: string | null;
  readonly block?: boolean;
}

/** What the other basis has instead, under the value that is shown. */
export function OtherBasis({ words, block = false }: OtherBasisProps) {
  if (words === null) return null;
  return (
    <span className={block ? 'then-other then-other-block t14' : 'then-other t12'}>
      <span aria-hidden="true">± </span>
      {words}
    </span>
  );
}
