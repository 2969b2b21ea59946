/** @jest-environment jsdom */
import { framePage } from './card-frame.js';
import { cardFrameScript } from './card-frame-script.js';

const APP = 'http://127.0.0.1:3000';
const OTHER_NAME = 'http://localhost:3000';

interface Told {
  readonly type: string;
  readonly token?: string;
  readonly message?: string;
}

describe('the card frame', () => {
  const told: [Told, string][] = [];
  const fetched = jest.fn();
  const parent = { postMessage: (message: Told, origin: string) => void told.push([message, origin]) };

  let first: readonly [Told, string][];

  beforeAll(() => {
    const facts = { language: 'en', scheme: 'dark', origins: [APP, OTHER_NAME], expiry: '1230' } as const;
    document.documentElement.innerHTML = framePage(facts).replace(/^[^]*?<html[^>]*>/, '');
    Object.defineProperty(window, 'parent', { value: parent, configurable: true });
    Object.assign(window, {
      ResizeObserver: class {
        readonly observe = () => undefined;
      },
      fetch: fetched,
    });
    // oxlint-disable-next-line typescript/no-implied-eval -- the page's script, as a browser runs it
    const run = new Function(cardFrameScript) as () => void;
    run();
    first = [...told];
  });
  beforeEach(() => {
    told.length = 0;
    fetched.mockReset();
  });

  const input = (id: string) => document.getElementById(id) as HTMLInputElement;
  const type = (id: string, value: string) => {
    input(id).value = value;
    input(id).dispatchEvent(new Event('input'));
  };
  const fill = (number: string, expiry = '1230', cvc = '123') => {
    type('number', number);
    type('expiry', expiry);
    type('cvc', cvc);
  };
  const submit = async (origin = APP, source: unknown = parent) => {
    told.length = 0;
    const message = new MessageEvent('message', { data: { type: 'flip-card-submit' }, origin });
    Object.defineProperty(message, 'source', { value: source });
    window.dispatchEvent(message);
    await new Promise((resolve) => setTimeout(resolve));
  };
  const answerWith = (body: object) => fetched.mockResolvedValue({ json: () => Promise.resolve(body) });

  it('says that it is ready to the origins of the app alone', () => {
    const ready = first.filter(([{ type: name }]) => name === 'flip-card-ready');
    expect(ready).toEqual([APP, OTHER_NAME].map((origin) => [{ type: 'flip-card-ready' }, origin]));
  });

  it('groups the digits, says when every field is filled in, and hands over a token to the page that asked', async () => {
    fill('4000056655665556');
    expect([input('number').value, input('expiry').value]).toEqual(['4000 0566 5566 5556', '12 / 30']);
    expect(told.at(-1)).toEqual([{ type: 'flip-card-change', complete: true }, OTHER_NAME]);
    answerWith({ token: 'pm_1' });
    await submit();
    expect(told).toEqual([[{ type: 'flip-card-token', token: 'pm_1' }, APP]]);
    const [path, init] = fetched.mock.calls[0] as [string, { body: string }];
    expect(path).toBe('/card-frame/tokens');
    expect(JSON.parse(init.body)).toEqual({
      number: '4000056655665556',
      expMonth: 12,
      expYear: 2030,
      cvc: '123',
    });
  });

  it.each([
    ['number', '4000056655665557', '1230', '123'],
    ['number', '', '', ''],
    ['expiry', '4000056655665556', '1330', '123'],
    ['cvc', '4000056655665556', '1230', '12'],
  ])(
    'shows a wrong %s beside it and to the page, and asks nobody',
    async (name, ...values: [string, string, string]) => {
      fill(...values);
      await submit();
      const text = document.getElementById(`${name}-wrong`);
      expect([text?.hidden, input(name).getAttribute('aria-invalid')]).toEqual([false, 'true']);
      expect(told).toEqual([[{ type: 'flip-card-error', message: text?.textContent }, APP]]);
      expect(fetched).not.toHaveBeenCalled();
    },
  );

  it('shows what only the processor knows: a number that is no test card, a date in the past', async () => {
    fill('4111111111111111');
    answerWith({ field: 'test_number' });
    await submit();
    expect(told[0]?.[0].message).toMatch(/^Test mode takes test cards only/);
    answerWith({ field: 'expiry' });
    await submit();
    expect(document.activeElement).toBe(input('expiry'));
    fetched.mockRejectedValue(new Error('away'));
    await submit();
    expect(told[0]?.[0].message).toMatch(/^The card could not be read/);
  });

  it('takes no orders from elsewhere', async () => {
    fill('4000056655665556');
    await submit('https://elsewhere.example');
    await submit(APP, {});
    expect([told, fetched.mock.calls]).toEqual([[], []]);
  });

  it('fills in a test card that is chosen', () => {
    document.querySelector<HTMLButtonElement>('[data-number="4000000000003220"]')?.click();
    expect(['number', 'expiry', 'cvc'].map((id) => input(id).value)).toEqual([
      '4000 0000 0000 3220',
      '12 / 30',
      '123',
    ]);
  });
});
