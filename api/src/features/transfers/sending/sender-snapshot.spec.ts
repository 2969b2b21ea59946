import fc from 'fast-check';
import { v5 as uuidV5 } from 'uuid';
import { recorded } from '../../../../../test/support/given-when-then.js';
import {
  saveTransfers,
  noTransfers,
  findTransfer,
  addTransfer,
  restoreTransfers,
} from './known-transfers.rules.js';
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
const fingerprint = '00112233445566778899aabbccddeeff';
const other = '11111111-2222-5333-8444-555555555555';

it('stores a state in the format of schema 8: raise the schema when this changes', () => {
  const history: SenderStreamEvent[] = [
    { type: 'KycSubmitted', data: { requestId: 'k1', fullName: 'Ana', consentVersion: '1', locale: 'en' } },
    { type: 'TransferRequested', data: { ...requested, fingerprint } },
    { type: 'TransferRequested', data: { ...requested, fingerprint, transferId: other } },
    { type: 'AllowanceReleased', data: released },
    { type: 'TransferRefused', data: { ...refused, transferId: 'not a UUID' } },
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
  const atMs = Date.parse(requested.requestedAt);
  const id = (transferId: string) => transferId.replaceAll('-', '');
  const packed = `${id(other)}00000002${fingerprint}${id(requested.transferId)}00000001${fingerprint}`;
  expect(transferDecider.snapshot?.schema).toBe(8);
  expect(kept).toEqual({
    tier: 'unverified',
    latestKycRequestId: 'k1',
    repeatedKycRequestId: null,
    transfers: {
      packed: Buffer.from(packed, 'hex').toString('base64'),
      others: [['not a UUID', { revision: 4, fingerprint: refused.fingerprint }]],
    },
    week: {
      revisions: [1, 2, 6],
      amountsCents: [0, 12_000, 12_000],
      requestedAtMs: [atMs, atMs, Date.parse(counted.at)],
      sumCents: 24_000,
    },
    refusedAtMs: [atMs],
    pauses: { causes: [[paused.causeId, 'case']], request: null },
    released: [requested.transferId],
    strays: [['lost', 6]],
    acceptedThrough: 2,
    closed: true,
  });
  expect(JSON.stringify(kept)).not.toContain(requested.recipient);
});

it('finds every transfer id like a map, whenever it was saved and restored', () => {
  const id = (n: number) => uuidV5(String(n), uuidV5.DNS);
  const steps = fc.array(fc.oneof(fc.nat(60), fc.constantFrom('save' as const, 'restore' as const)), {
    maxLength: 120,
  });
  fc.assert(
    fc.property(steps, (all) => {
      const model = new Map<string, { revision: number; fingerprint: string }>();
      let known = noTransfers();
      all.forEach((step, place) => {
        if (step === 'save') saveTransfers(known);
        else if (step === 'restore') known = restoreTransfers(saveTransfers(known));
        else if (!model.has(id(step))) {
          const transfer = { revision: place, fingerprint: id(place).replaceAll('-', '') };
          model.set(id(step), transfer);
          addTransfer(known, { transferId: id(step), ...transfer }, BigInt(place));
        }
      });
      for (let n = 0; n <= 60; n++) expect(findTransfer(known, id(n))).toEqual(model.get(id(n)));
    }),
  );
});
