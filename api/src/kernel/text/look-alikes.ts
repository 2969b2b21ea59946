import { recipientKey, type Recipient } from '../people/recipients.js';
import { searchText } from './search-text.js';

/**
 * How a recipient resembles a known one: `looks` the same at a glance, is one slip of a finger away (`close`), or has
 * the same handle under another `name`.
 */
export type Likeness = 'looks' | 'close' | 'name';

/** The known recipient that another one may be confused with. */
export interface LookAlike<Known extends Recipient = Recipient> {
  readonly likeness: Likeness;
  readonly known: Known;
}

/** Names shorter than this differ from many others in one character only. */
export const CLOSE_MIN_LENGTH = 4;

/**
 * Characters and what they are easily read as. A letter that two others look like is spelled out as those: replacing the
 * pair instead would depend on its neighbors, as in `vvv`.
 */
const READ_AS: Readonly<Record<string, string>> = {
  '-': '',
  '.': '',
  _: '',
  '0': 'o',
  '1': 'l',
  '2': 'z',
  '5': 's',
  '8': 'b',
  '9': 'g',
  i: 'l',
  '|': 'l',
  d: 'cl',
  m: 'rn',
  q: 'g',
  w: 'vv',
};

/**
 * The known recipient with a normalized handle that this one resembles without being it (docs/recipients.md); the most alike, and
 * of equally alike ones the first. A handle that is itself known resembles none: the sender has used both. Tags are
 * compared on their own platform only, email addresses and phone numbers on every platform.
 */
export function lookAlikeOf<Known extends Recipient>(
  recipient: Recipient,
  known: readonly Known[],
): LookAlike<Known> | null {
  const key = recipientKey(recipient);
  const same = known.filter((other) => recipientKey(other) === key);
  if (same.length > 0) return otherName(recipient, same);
  const kind = kindOf(recipient.handle);
  const handle = recipient.handle.toLowerCase();
  const comparable = known.filter(
    (other) => kindOf(other.handle) === kind && (kind !== 'tag' || other.platform === recipient.platform),
  );
  if (comparable.some((other) => other.handle.toLowerCase() === handle)) return null;
  return (
    firstThat('looks', comparable, (other) => skeletonOf(other.handle) === skeletonOf(handle)) ??
    firstThat('close', comparable, (other) => areClose(handle, other.handle.toLowerCase()))
  );
}

/** The known name of a handle, unless one of its names may be a spelling of the same person's. */
function otherName<Known extends Recipient>(
  { name }: Recipient,
  same: readonly Known[],
): LookAlike<Known> | null {
  return same.some((known) => mayBeOnePerson(name, known.name)) ? null : firstThat('name', same, () => true);
}

function firstThat<Known extends Recipient>(
  likeness: Likeness,
  known: readonly Known[],
  test: (other: Known) => boolean,
): LookAlike<Known> | null {
  const found = known.find(test);
  return found ? { likeness, known: found } : null;
}

function kindOf(handle: string): 'email' | 'phone' | 'tag' {
  if (handle.startsWith('+')) return 'phone';
  return handle.indexOf('@') > 0 ? 'email' : 'tag';
}

/** What the eye makes of a handle: confusable spellings have the same skeleton. */
function skeletonOf(handle: string): string {
  return Array.from(handle.toLowerCase(), (character) => READ_AS[character] ?? character).join('');
}

/** One character typed wrong, omitted, added, or swapped with the next one. */
function areClose(one: string, other: string): boolean {
  const [name, domain] = partsOf(one);
  const [otherName, otherDomain] = partsOf(other);
  if (name === otherName) return isOneEdit(domain, otherDomain);
  if (domain !== otherDomain || Math.max(name.length, otherName.length) < CLOSE_MIN_LENGTH) return false;
  return isOneEdit(name, otherName);
}

/** A handle without its symbol, and the domain of an email address. */
function partsOf(handle: string): readonly [name: string, domain: string] {
  const bare = handle.replace(/^[$@]/, '');
  const at = bare.lastIndexOf('@');
  return at < 0 ? [bare, ''] : [bare.slice(0, at), bare.slice(at + 1)];
}

function isOneEdit(one: string, other: string): boolean {
  const start = sharedStart(one, other);
  const [restOfOne, restOfOther] = [one.slice(start), other.slice(start)];
  return (
    restOfOne.slice(1) === restOfOther.slice(1) ||
    restOfOne.slice(1) === restOfOther ||
    restOfOne === restOfOther.slice(1) ||
    (restOfOne.slice(0, 2) === swapped(restOfOther) && restOfOne.slice(2) === restOfOther.slice(2))
  );
}

function swapped(text: string): string {
  return `${text.charAt(1)}${text.charAt(0)}`;
}

/** How many characters two texts have in common from their start. */
export function sharedStart(one: string, other: string): number {
  let index = 0;
  while (index < one.length && one[index] === other[index]) index += 1;
  return index;
}

/** "Maya" and "maya okafor" may be one person, "Maya Okafor" and "Luis Herrera" are not. */
function mayBeOnePerson(one: string, other: string): boolean {
  const [words, otherWords] = [wordsOf(one), wordsOf(other)];
  if (words[0] === otherWords[0]) return true;
  return words.every((word) => otherWords.includes(word)) || otherWords.every((word) => words.includes(word));
}

function wordsOf(name: string): readonly string[] {
  return searchText(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
