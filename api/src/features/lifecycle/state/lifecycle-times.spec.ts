import { DAY, MINUTE, terms, TransferLife } from '../../../../../test/support/transfer-life.js';

const refused = (code: string) => expect.objectContaining({ code }) as Error;

describe('a payment', () => {
  it('can still be submitted at the last instant, while nothing has ended the transfer', () => {
    const life = new TransferLife();
    life.do({ type: 'AwaitPayment', terms });
    expect(life.wait(30 * MINUTE).pay()).toEqual(['PaymentRequested']);
    const late = new TransferLife();
    late.do({ type: 'AwaitPayment', terms });
    expect(() => late.wait(30 * MINUTE + 1).pay()).toThrow(refused('not_payable'));
  });

  it('under way at the deadline that the bank declines ends the transfer as declined', () => {
    const life = new TransferLife();
    life.pay();
    life.wait(30 * MINUTE).elapse();
    expect(life.answered('declined')).toEqual(['PaymentDeclined', 'TransferDeclined']);
  });
});

describe('a hold', () => {
  it('ends five days after the first case that still holds, regardless of other cases since', () => {
    const life = new TransferLife().toAuthorized();
    life.hold('c1');
    life.wait(3 * DAY).hold('c2');
    life.release('c1');
    expect(life.wait(2 * DAY - 1).elapse()).toEqual([]);
    expect(life.wait(1).elapse()).toEqual(['CancelRequested', 'VoidRequested']);
  });
});
