import { MINUTE, TransferLife } from '../../../../../test/support/transfer-life.js';
import { nextCallOf } from '../state/next-call.rules.js';

const refused = (code: string) => expect.objectContaining({ code }) as Error;

describe('a card abandoned while its bank waits for a confirmation', () => {
  const asked = () => {
    const life = new TransferLife();
    life.pay('one');
    life.answered('requires_action');
    return life;
  };

  it('is cancelled at the processor before another one is tried', () => {
    const life = asked();
    expect(life.abandon()).toEqual(['VoidRequested']);
    expect(life.abandon()).toEqual([]);
    expect(nextCallOf(life.state)).toBe('void');
    expect(() => life.pay('two')).toThrow(refused('not_payable'));
    expect(life.answered('cancelled')).toEqual(['PaymentVoided']);
    expect(life.abandon()).toEqual([]);
    expect(nextCallOf(life.state)).toBeNull();
    expect(life.pay('two')).toEqual(['PaymentRequested']);
    expect(life.state.payment).toMatchObject({ attempt: 2, voidRequested: false });
  });

  it('pays when its bank has authorized the total in the meantime', () => {
    const life = asked();
    life.abandon();
    expect(life.answered('authorized')).toEqual(['PaymentAuthorized']);
    expect(nextCallOf(life.state)).toBeNull();
    expect(() => life.abandon()).toThrow(refused('not_payable'));
    expect(life.do({ type: 'RequestCapture' })).toEqual(['CaptureRequested']);
  });

  it('ends the transfer uncharged when its bank authorizes while the processor is cancelling', () => {
    const life = asked();
    life.abandon();
    life.answered('authorized');
    expect(life.answered('cancelled')).toEqual(['PaymentVoided', 'TransferCancelled']);
    expect(life.events.at(-1)?.data).toMatchObject({ cause: 'authorization_ended' });
  });

  it('does not extend the time window, and has nothing to refund', () => {
    const life = asked();
    life.abandon();
    life.answered('cancelled');
    expect(life.wait(30 * MINUTE - 1).elapse()).toEqual([]);
    expect(life.wait(1).elapse()).toEqual(['CancelRequested', 'TransferCancelled']);
    expect(life.state.cancel).toMatchObject({ cause: 'not_paid', returns: false });
  });

  it("is cancelled once when the transfer is also cancelled, regardless of the bank's reports", () => {
    const life = asked();
    life.abandon();
    expect(life.cancel()).toEqual(['CancelRequested']);
    expect(life.answered('authorized')).toEqual(['PaymentAuthorized']);
    expect(nextCallOf(life.state)).toBe('void');
    expect(life.answered('cancelled')).toEqual(['PaymentVoided', 'TransferCancelled']);
  });

  it('counts as one of the five, and the last one cannot be abandoned', () => {
    const life = new TransferLife();
    for (let attempt = 1; attempt < 5; attempt += 1) {
      life.pay(`request ${attempt}`);
      life.answered('requires_action');
      life.abandon();
      life.answered('cancelled');
    }
    life.pay('request 5');
    life.answered('requires_action');
    expect(() => life.abandon()).toThrow(refused('not_payable'));
  });

  it('cannot be abandoned before the bank was asked for a confirmation, or after the end', () => {
    const life = new TransferLife();
    life.pay();
    expect(() => life.abandon()).toThrow(refused('not_payable'));
    life.answered('declined');
    expect(life.abandon()).toEqual([]);
    life.cancel();
    expect(() => life.abandon()).toThrow(refused('not_payable'));
  });
});
