import { sampleSend } from '../../../../../test/support/sample-send.js';
import { specificationOf } from '../../../../../test/support/given-when-then.js';
import { transferEvents } from '../sending/transfer.events.js';
import type { SenderStreamEvent } from '../sending/transfer.decider.js';
import { transferDecider } from '../sending/transfer.decider.js';
import { closingDecider } from './closing.decider.js';

const at = '2026-11-20T12:00:00.000Z';
const [{ example: requested }, { example: refused }] = transferEvents;
const accepted: SenderStreamEvent = { type: 'TransferRequested', data: requested };
const closed: SenderStreamEvent = { type: 'SendingClosed', data: {} };
const given = specificationOf(closingDecider);

describe('the end of sending', () => {
  it('is recorded once', () => {
    given().when({ at, acceptedThrough: -1 }).then(closed);
    given(closed).when({ at, acceptedThrough: -1 }).then();
  });

  it('waits for a send that was accepted after the others were looked at', () => {
    given(accepted).when({ at, acceptedThrough: -1 }).then();
    given(accepted).when({ at, acceptedThrough: 0 }).then(closed);
  });

  it('does not wait for a send that was refused', () =>
    given(accepted, { type: 'TransferRefused', data: refused })
      .when({ at, acceptedThrough: 0 })
      .then(closed));

  it('accepts no send afterwards, except the repeat of one that was accepted before', () => {
    const send = {
      at,
      transferId: '11111111-2222-5333-8444-555555555555',
      fingerprint: '00112233445566778899aabbccddeeff',
      handleIndex: null,
      registeredAt: null,
      send: sampleSend(),
      agreedTotalCents: null,
      policy: {
        feeSchedule: 'card-3pct-plus-30c',
        minimumCents: 100,
        verifiedWeeklyLimitCents: null,
        refusalsCapped: true,
      },
    } as const;
    const sending = specificationOf(transferDecider);
    sending(accepted, closed).when(send).thenRefused('unauthenticated');
    const { transferId, fingerprint } = requested;
    sending(accepted, closed)
      .when({ ...send, transferId, fingerprint })
      .then();
  });
});
