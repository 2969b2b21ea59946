import { ASK_AGAIN_DELAYS_MS, askUntilAnswered } from './ask-until-answered';

const unknown = new Error('no answer');
const refused = new Error('refused');

function asking(answers: readonly (string | Error)[]) {
  const left = [...answers];
  const asked = jest.fn(async () => {
    const next = left.shift();
    if (next instanceof Error) throw next;
    return Promise.resolve(next);
  });
  const waited: number[] = [];
  const onUnknown = jest.fn();
  const outcome = askUntilAnswered({
    ask: asked,
    isUnknown: (error) => error === unknown,
    onUnknown,
    wait: (ms) => {
      waited.push(ms);
      return Promise.resolve();
    },
  });
  return { outcome, asked, waited, onUnknown };
}

describe('a payment whose answer got lost', () => {
  it('is asked again until the answer comes, waiting longer each time', async () => {
    const { outcome, asked, waited, onUnknown } = asking([unknown, unknown, 'paid']);
    await expect(outcome).resolves.toBe('paid');
    expect(asked).toHaveBeenCalledTimes(3);
    expect(waited).toEqual(ASK_AGAIN_DELAYS_MS.slice(0, 2));
    expect(onUnknown).toHaveBeenCalledTimes(2);
  });

  it('is not asked again after a refusal', async () => {
    const { outcome, asked } = asking([unknown, refused, 'paid']);
    await expect(outcome).rejects.toBe(refused);
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it('is left to the person when no answer comes at all', async () => {
    const { outcome, asked } = asking(new Array<Error>(20).fill(unknown));
    await expect(outcome).rejects.toBe(unknown);
    expect(asked).toHaveBeenCalledTimes(ASK_AGAIN_DELAYS_MS.length + 1);
  });
});
