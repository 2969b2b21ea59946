import { evolveBy } from '../../../event-sourcing/evolve.js';
import type { Saga } from '../../../event-sourcing/saga.js';
import { strayStream, type StrayEvent } from '../../lifecycle/strays/stray.rules.js';

/** The amount of a refunded stray charge no longer counts toward its sender's week. */
export interface StrayRelease {
  readonly type: 'ReleaseStray';
  readonly uid: string;
  readonly transferId: string;
}

/** Whose charge it is, for which transfer; null where the processor does not say. */
type Owner = Omit<StrayRelease, 'type'> | null;

/** Releases the amount of a stray charge with its refund. */
export const strayAllowanceSaga: Saga<Owner, StrayRelease, StrayEvent> = {
  name: 'stray-allowance',
  startAt: 'beginning',
  prefixes: [strayStream.prefix],
  needsState: ({ type }) => type === 'StrayRefunded',
  initialState: () => null,
  evolve: evolveBy<Owner, Extract<StrayEvent, { type: 'StrayFound' }>>({
    StrayFound: (_, { data: { uid, transferId } }) => (uid === null ? null : { uid, transferId }),
  }),
  react({ type, stream }, owner) {
    if (type !== 'StrayRefunded' || !owner) return [];
    return [{ commandIdParts: [stream], command: { type: 'ReleaseStray', ...owner } }];
  },
};
