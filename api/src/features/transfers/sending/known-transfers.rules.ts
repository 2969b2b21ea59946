import { UUID_PATTERN } from '../../../kernel/uuid.js';

/** What is kept for a transfer id: the revision of its outcome, and a fingerprint of the send. */
export interface KnownTransfer {
  readonly revision: number;
  readonly fingerprint: string;
}

/**
 * Every transfer id of a sender, kept for the life of the stream so that a repeat is recognized. The recent ones are in a
 * map; the others, of which a sender may have a hundred thousand, are entries of fixed size in the order of their ids,
 * which a snapshot keeps as they are and a load does not have to take apart.
 */
export interface KnownTransfers {
  readonly recent: Map<string, KnownTransfer>;
  packed: Buffer;
}

const ID_BYTES = 16;
const REVISION_BYTES = 4;
const FINGERPRINT_BYTES = 16;
const FINGERPRINT = /^[0-9a-f]{32}$/;
const ENTRY_BYTES = ID_BYTES + REVISION_BYTES + FINGERPRINT_BYTES;

export function noTransfers(): KnownTransfers {
  return { recent: new Map(), packed: Buffer.alloc(0) };
}

/** Adds a transfer id that is not known yet. */
export function addTransfer(
  known: KnownTransfers,
  { transferId, fingerprint }: { readonly transferId: string; readonly fingerprint: string },
  revision: bigint,
): void {
  known.recent.set(transferId, { revision: Number(revision), fingerprint });
}

export function findTransfer(
  { recent, packed }: KnownTransfers,
  transferId: string,
): KnownTransfer | undefined {
  const found = recent.get(transferId);
  if (found || packed.length === 0 || !UUID_PATTERN.test(transferId)) return found;
  const id = idBytes(transferId);
  const at = placeOf(packed, id);
  if (at === packed.length || packed.compare(id, 0, ID_BYTES, at, at + ID_BYTES) !== 0) return undefined;
  return {
    revision: packed.readUInt32BE(at + ID_BYTES),
    fingerprint: packed.toString('hex', at + ID_BYTES + REVISION_BYTES, at + ENTRY_BYTES),
  };
}

/** All transfer ids as JSON. */
export interface SavedTransfers {
  /** base64 */
  readonly packed: string;
  readonly others: readonly (readonly [string, KnownTransfer])[];
}

/** A copy of all transfer ids; packs the recent ones. */
export function saveTransfers(known: KnownTransfers): SavedTransfers {
  const added = [...known.recent].filter(fits);
  const parts: Buffer[] = [];
  let from = 0;
  for (const entry of added.map(entryOf).sort((one, other) => one.compare(other))) {
    const at = placeOf(known.packed, entry.subarray(0, ID_BYTES));
    parts.push(known.packed.subarray(from, at), entry);
    from = at;
  }
  known.packed = Buffer.concat([...parts, known.packed.subarray(from)]);
  for (const [transferId] of added) known.recent.delete(transferId);
  return { packed: known.packed.toString('base64'), others: [...known.recent] };
}

export function restoreTransfers({ packed, others }: SavedTransfers): KnownTransfers {
  return { recent: new Map(others), packed: Buffer.from(packed, 'base64') };
}

/** Every entry that Flip records fits; another stays in the map. */
function fits([transferId, { fingerprint }]: [string, KnownTransfer]): boolean {
  return UUID_PATTERN.test(transferId) && FINGERPRINT.test(fingerprint);
}

function entryOf([transferId, { revision, fingerprint }]: [string, KnownTransfer]): Buffer {
  const entry = Buffer.alloc(ENTRY_BYTES);
  entry.set(idBytes(transferId));
  entry.writeUInt32BE(revision, ID_BYTES);
  entry.write(fingerprint, ID_BYTES + REVISION_BYTES, 'hex');
  return entry;
}

const idBytes = (transferId: string): Buffer => Buffer.from(transferId.replaceAll('-', ''), 'hex');

/** Offset of the first entry with an id that is not before `id`. */
function placeOf(packed: Buffer, id: Buffer): number {
  let low = 0;
  let high = packed.length / ENTRY_BYTES;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = middle * ENTRY_BYTES;
    if (packed.compare(id, 0, ID_BYTES, at, at + ID_BYTES) < 0) low = middle + 1;
    else high = middle;
  }
  return low * ENTRY_BYTES;
}
