/** How long a sender's state knows a transfer id; after that, an accepted one is asked of its transfer's own stream. */
export const KNOWN_MS = 8 * 24 * 60 * 60_000;

/** The record of a transfer id: the revision of its outcome, when that was decided, and a fingerprint of the send. */
export interface KnownTransfer {
  readonly revision: number;
  readonly decidedAtMs: number;
  readonly fingerprint: string;
  /** Accepted, and to be paid: its transfer has, or gets, its stream. */
  readonly hasStream: boolean;
}

/** The transfer ids under which a sender's state recognizes a repeat, the oldest first. */
export type KnownTransfers = Map<string, KnownTransfer>;

/** Adds an outcome, and drops those that are too old by then; the fold calls it with instants that never decrease. */
export function addTransfer(transfers: KnownTransfers, transferId: string, added: KnownTransfer): void {
  for (const [id, { decidedAtMs }] of transfers) {
    if (decidedAtMs > added.decidedAtMs - KNOWN_MS) break;
    transfers.delete(id);
  }
  // To its end: a refused id may have been accepted since.
  transfers.delete(transferId);
  transfers.set(transferId, added);
}

/** The transfers that the next outcome at `nowMs` makes the state forget: from then on only their own streams know them. */
export function forgottenAt(
  transfers: KnownTransfers,
  nowMs: number,
): readonly (KnownTransfer & { readonly transferId: string })[] {
  const forgotten = [];
  for (const [transferId, known] of transfers) {
    if (known.decidedAtMs > nowMs - KNOWN_MS) break;
    if (known.hasStream) forgotten.push({ transferId, ...known });
  }
  return forgotten;
}

/** The record of a transfer id at `nowMs`. */
export function findTransfer(
  transfers: KnownTransfers,
  transferId: string,
  nowMs: number,
): KnownTransfer | undefined {
  const known = transfers.get(transferId);
  return known && known.decidedAtMs > nowMs - KNOWN_MS ? known : undefined;
}
