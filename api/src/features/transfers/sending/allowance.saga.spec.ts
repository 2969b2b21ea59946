import { TransferLife } from '../../../../../test/support/transfer-life.js';
import { allowanceSaga } from './allowance.saga.js';

/** The releases that a transfer's own events cause. */
function releasesOf({ log }: TransferLife) {
  let state = allowanceSaga.initialState();
  return log.flatMap((event) => {
    state = allowanceSaga.evolve(state, event);
    return allowanceSaga.react(event, state).map(({ command }) => command);
  });
}

it('releases an amount with what a view needs to subtract it wherever the request was added', () => {
  const life = new TransferLife().toAuthorized();
  life.cancel('sender');
  life.answered('cancelled');
  const { uid, transferId, amountCents, platform, handle, requestedAt } = life.of;
  expect(releasesOf(life)).toEqual([
    {
      type: 'ReleaseAllowance',
      uid,
      transferId,
      amountCents,
      cause: 'cancelled',
      sent: { platform, handle, requestedAt },
    },
  ]);
});

it('releases nothing of a delivery that came back: it was sent', () => {
  const life = new TransferLife().toDelivered();
  expect(life.paidOut('returned')).toContain('RefundInitiated');
  expect(releasesOf(life)).toEqual([]);
});

it('releases nothing of a transfer that was delivered', () => {
  const life = new TransferLife().toSubmitted();
  life.paidOut('delivered');
  expect(releasesOf(life)).toEqual([]);
});
