import { RESEND_DELAYS_MS, sendUntilResponse } from './send-until-response';

const unknown = new Error('no response');
const refused = new Error('refused');

function sending(responses: readonly (string | Error)[]) {
  const left = [...responses];
  const send = jest.fn(async () => {
    const next = left.shift();
    if (next instanceof Error) throw next;
    return Promise.resolve(next);
  });
  const waited: number[] = [];
  const onUnknown = jest.fn();
  const outcome = sendUntilResponse({
    send,
    isUnknown: (error) => error === unknown,
    onUnknown,
    wait: (ms) => {
      waited.push(ms);
      return Promise.resolve();
    },
  });
  return { outcome, send, waited, onUnknown };
}

describe('a payment whose response was lost', () => {
  it('is sent again until the response arrives, waiting longer each time', async () => {
    const { outcome, send, waited, onUnknown } = sending([unknown, unknown, 'paid']);
    await expect(outcome).resolves.toBe('paid');
    expect(send).toHaveBeenCalledTimes(3);
    expect(waited).toEqual(RESEND_DELAYS_MS.slice(0, 2));
    expect(onUnknown).toHaveBeenCalledTimes(2);
  });

  it('is not sent again after a refusal', async () => {
    const { outcome, send } = sending([unknown, refused, 'paid']);
    await expect(outcome).rejects.toBe(refused);
    expect(send).toHaveBeenCalledTimes(2);
  });

  it('is left to the sender when no response arrives at all', async () => {
    const { outcome, send } = sending(new Array<Error>(20).fill(unknown));
    await expect(outcome).rejects.toBe(unknown);
    expect(send).toHaveBeenCalledTimes(RESEND_DELAYS_MS.length + 1);
  });
});
