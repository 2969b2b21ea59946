/**
 * Longest text of a request, in UTF-16 units: somewhat more than the longest field. The edge refuses longer ones unread,
 * so that no field's own rule ever works on them.
 */
export const TEXT_MAX_LENGTH = 2_100;

const ASCII = /^[\0-\x7f]*$/;
/** More marks in a row than any language writes: ordering them takes time that grows with their square (UAX #15, "Stream-Safe"). */
const EXCESS_MARKS = /(\p{M}{30})\p{M}+/gu;

/**
 * The only use of Unicode normalization, in time linear in the text; a lint rule forbids any other. A text longer than any
 * field is returned as it is, for its field to refuse; marks that do not belong in such numbers are dropped.
 */
export function normalText(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  if (text.length > TEXT_MAX_LENGTH || ASCII.test(text)) return text;
  return text.replaceAll(EXCESS_MARKS, '$1').normalize(form);
}
