import { TransferLife } from '../../../../../test/support/transfer-life.js';
import { isOutdated } from './transfer-mail.js';

describe('a mail stays unsent once what it is about is over', () => {
  it('a reminder to confirm: confirmed, cancelled, or the card was declined', () => {
    const waiting = () => {
      const life = new TransferLife();
      life.pay();
      life.answered('requires_action');
      return life;
    };
    expect(isOutdated('transfer-unpaid', { transfer: waiting().state, card: null })).toBe(false);
    const confirmed = waiting();
    confirmed.answered('authorized');
    const cancelled = waiting();
    cancelled.cancel('sender');
    const declined = waiting();
    declined.answered('declined');
    for (const life of [confirmed, cancelled, declined])
      expect(isOutdated('transfer-unpaid', { transfer: life.state, card: null })).toBe(true);
  });

  it('a decline: paid with another card; not while that is tried, nor when none was accepted', () => {
    const life = new TransferLife();
    life.pay('request-1');
    life.answered('declined');
    expect(isOutdated('transfer-declined', { transfer: life.state, card: null })).toBe(false);
    life.pay('request-2');
    expect(isOutdated('transfer-declined', { transfer: life.state, card: null })).toBe(false);
    life.answered('authorized');
    expect(isOutdated('transfer-declined', { transfer: life.state, card: null })).toBe(true);
    const ended = new TransferLife();
    for (let card = 1; card <= 5; card += 1) {
      ended.pay(`request-${String(card)}`);
      ended.answered('declined');
    }
    expect(isOutdated('transfer-declined', { transfer: ended.state, card: null })).toBe(false);
  });

  it('a failed refund: it went through; not while it is tried again', () => {
    const life = new TransferLife().toSubmitted();
    life.paidOut('failed');
    life.refunded('failed');
    expect(isOutdated('transfer-refund-failed', { transfer: life.state, card: null })).toBe(false);
    life.do({ type: 'RetryRefund' });
    expect(isOutdated('transfer-refund-failed', { transfer: life.state, card: null })).toBe(false);
    life.refunded('completed');
    expect(isOutdated('transfer-refund-failed', { transfer: life.state, card: null })).toBe(true);
  });

  it('never a receipt', () => {
    expect(
      isOutdated('transfer-receipt', { transfer: new TransferLife().toSubmitted().state, card: null }),
    ).toBe(false);
  });
});
