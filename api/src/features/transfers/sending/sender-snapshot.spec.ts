import { recorded } from '../../../../../test/support/given-when-then.js';
import { transferDecider, type SenderStreamEvent } from './transfer.decider.js';
import { transferEvents } from './transfer.events.js';

const [
  { example: requested },
  { example: refused },
  { example: released },
  { example: paused },
  ,
  ,
  { example: counted },
] = transferEvents;
const other = '11111111-2222-5333-8444-555555555555';
const long = 'accepted nine days earlier';

it('stores a state in the format of schema 8: raise the schema when this changes', () => {
  const atMs = Date.parse(requested.requestedAt);
  const earlier = new Date(atMs - 9 * 24 * 60 * 60_000).toISOString();
  const history: SenderStreamEvent[] = [
    {
      type: 'TransferRequested',
      data: { ...requested, transferId: long, requestedAt: earlier, awaitsPayment: false },
    },
    { type: 'KycSubmitted', data: { requestId: 'k1', fullName: 'Ana', consentVersion: '1', locale: 'en' } },
    { type: 'TransferRequested', data: requested },
    { type: 'TransferRequested', data: { ...requested, transferId: other } },
    { type: 'AllowanceReleased', data: released },
    { type: 'TransferRefused', data: { ...refused, transferId: 'refused' } },
    { type: 'SendingPaused', data: paused },
    { type: 'StrayCounted', data: { ...counted, transferId: 'lost' } },
    { type: 'SendingClosed', data: {} },
  ];
  const fold = (
    state: ReturnType<typeof transferDecider.initialState>,
    event: SenderStreamEvent,
    at: number,
  ) => transferDecider.evolve(state, recorded(event, at));
  const kept = transferDecider.snapshot?.save(history.reduce(fold, transferDecider.initialState()));
  const { fingerprint } = requested;
  expect(transferDecider.snapshot?.schema).toBe(8);
  expect(kept).toEqual({
    tier: 'unverified',
    latestKycRequestId: 'k1',
    repeatedKycRequestId: null,
    transfers: [
      [requested.transferId, { revision: 2, decidedAtMs: atMs, fingerprint, hasStream: true }],
      [other, { revision: 3, decidedAtMs: atMs, fingerprint, hasStream: true }],
      ['refused', { revision: 5, decidedAtMs: atMs, fingerprint, hasStream: false }],
    ],
    week: {
      revisions: [2, 3, 7],
      amountsCents: [0, 12_000, 12_000],
      requestedAtMs: [atMs, atMs, Date.parse(counted.at)],
      sumCents: 24_000,
    },
    refusedAtMs: [atMs],
    pauses: { causes: [[paused.causeId, 'case']], request: null },
    strays: [['lost', 7]],
    acceptedThrough: 3,
    beforePaymentsThrough: 0,
    closed: true,
  });
  expect(JSON.stringify(kept)).not.toContain(requested.recipient);
});
