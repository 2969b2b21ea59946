import { emptyWeek, type CountedWeek } from '../../../kernel/money/counted-week.js';
import type { Tier } from '../../../kernel/money/transfers.js';
import type { CountedStrays } from './counted-strays.rules.js';
import type { KnownTransfer, KnownTransfers } from './known-transfers.rules.js';
import { noPauses, restorePauses, savePauses, type Pauses, type SavedPauses } from './pauses.rules.js';

/** What decisions about a sender's transfers depend on; a fold changes it in place. */
export interface SenderState extends CountedStrays {
  tier: Tier;
  latestKycRequestId: string | null;
  /** A later check under a new name: it takes the place of the latest once it is verified. */
  repeatedKycRequestId: string | null;
  readonly transfers: KnownTransfers;
  /** Instants of the latest recorded refusals, at most REFUSALS_PER_HOUR. */
  readonly refusedAtMs: number[];
  readonly pauses: Pauses;
  /** Revision of the newest accepted send; -1 without any. */
  acceptedThrough: number;
  /** Revision of the newest send from before card payment existed: it has no transfer stream; -1 without any. */
  beforePaymentsThrough: number;
  /** The account is being closed, or is. */
  closed: boolean;
}

/** A sender without events. */
export const newSender = (): SenderState => ({
  tier: 'unverified',
  latestKycRequestId: null,
  repeatedKycRequestId: null,
  transfers: new Map(),
  week: emptyWeek(),
  refusedAtMs: [],
  pauses: noPauses(),
  strays: new Map(),
  acceptedThrough: -1,
  beforePaymentsThrough: -1,
  closed: false,
});

/** How a state is stored: raise the schema when this changes. */
export const senderSnapshot = {
  schema: 8,
  save: ({ transfers, week, refusedAtMs, pauses, strays, ...standing }: SenderState): SenderSnapshot => ({
    ...standing,
    transfers: [...transfers],
    week: structuredClone(week),
    refusedAtMs: [...refusedAtMs],
    pauses: savePauses(pauses),
    strays: [...strays],
  }),
  restore: ({ transfers, pauses, strays, ...kept }: SenderSnapshot): SenderState => ({
    ...kept,
    transfers: new Map(transfers),
    pauses: restorePauses(pauses),
    strays: new Map(strays),
  }),
};

/** As JSON, in a snapshot. */
interface SenderSnapshot extends Pick<
  SenderState,
  | 'tier'
  | 'latestKycRequestId'
  | 'repeatedKycRequestId'
  | 'refusedAtMs'
  | 'acceptedThrough'
  | 'beforePaymentsThrough'
  | 'closed'
> {
  readonly transfers: readonly (readonly [string, KnownTransfer])[];
  readonly week: CountedWeek;
  readonly pauses: SavedPauses;
  readonly strays: readonly (readonly [string, number])[];
}
