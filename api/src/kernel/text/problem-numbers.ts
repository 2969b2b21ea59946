/** How many characters of a transfer's id, and of a report's own digest, a problem's number has. */
const OF_TRANSFER = 8;
const OF_REPORT = 6;
/** Most transfers that are searched because their ids begin alike. */
const QUOTED_LIMIT = 100;
const NUMBER = new RegExp(`^p?([0-9a-f]{${OF_TRANSFER}})[0-9a-f]{${OF_REPORT}}$`);
const ID_PART = new RegExp(`^([0-9a-f]{${OF_TRANSFER}})[0-9a-f]{0,24}$`);

/**
 * The number under which a reported problem is found, `P-2D9D3F6A-1C04F2`: no other problem has it, and staff recognize the
 * transfer by its beginning.
 * @param digest hexadecimal, of what makes the report different from others about the same transfer
 */
export function problemNumber(transferId: string, digest: string): string {
  return `P-${transferId.slice(0, OF_TRANSFER)}-${digest.slice(0, OF_REPORT)}`.toUpperCase();
}

/**
 * Reads a problem's number or the beginning of a transfer's id that was quoted, however it is written; null for any
 * other text. `ids` is the range of the transfers that it may mean.
 */
export function quotedIn(text: string) {
  const plain = plainOf(text);
  const [, prefix] = NUMBER.exec(plain) ?? ID_PART.exec(plain) ?? [];
  if (prefix === undefined) return null;
  const namesTransfer = (transferId: string): boolean => plainOf(transferId).startsWith(plain);
  const namesProblem = (problems: readonly string[]): boolean =>
    problems.some((number) => plainOf(number) === `p${plain.replace(/^p/, '')}`);
  // After every id that begins like this.
  return { ids: { from: prefix, to: `${prefix}~`, limit: QUOTED_LIMIT }, namesTransfer, namesProblem };
}

const plainOf = (text: string): string => text.toLowerCase().replace(/[^0-9a-z]/g, '');
