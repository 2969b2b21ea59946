/** Stands in a text for what is emphasized; no text of the language files contains it. */
export const STRONG = '\u0000';

interface WithStrongProps {
  /** A translated text with STRONG in it, or without. */
  readonly text: string;
  /** May contain any text, such as a name. */
  readonly strong: string;
}

/** A sentence with one part emphasized. */
export function WithStrong({ text, strong }: WithStrongProps) {
  const [before = '', after] = text.split(STRONG);
  return (
    <span>
      {before}
      {after !== undefined && <b>{strong}</b>}
      {after}
    </span>
  );
}
