import { specificationOf } from '../../../../../test/support/given-when-then.js';
import { allowanceDecider } from './allowance.decider.js';
import { transferEvents } from './transfer.events.js';
import type { AllowanceReleased, TransferRequested } from './transfer.decider.js';

const { example } = transferEvents[0];
const sent = (transferId: string, requestedAt: string): TransferRequested => ({
  type: 'TransferRequested',
  data: { ...example, transferId, requestedAt },
});
const first = sent(example.transferId, '2026-11-20T12:00:00.000Z');
const released: AllowanceReleased = {
  type: 'AllowanceReleased',
  data: { transferId: example.transferId, amountCents: example.amountCents, cause: 'cancelled', sent: null },
};
const at = (instant: string) => ({ ...released.data, at: instant });
const given = specificationOf(allowanceDecider);

it('releases an amount once, while it counts toward the week', () => {
  const inTime = at('2026-11-27T11:59:59.999Z');
  given(first).when(inTime).then(released);
  given(first, released).when(inTime).then();
  given(first).when(at('2026-11-27T12:00:00.000Z')).then();
  const later = sent('0b8f8c1e-6c53-4f4e-9a39-7d5a1f0c2e64', '2026-12-04T12:00:00.000Z');
  given(first, later).when(at('2026-12-05T12:00:00.000Z')).then();
});

it('releases nothing for a transfer that the sender never requested', () => {
  given().when(at('2026-11-20T12:00:01.000Z')).then();
});
