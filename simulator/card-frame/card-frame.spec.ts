import { framePage } from './card-frame.js';
import { cardFrameScript } from './card-frame-script.js';

const APP = 'http://127.0.0.1:3000';
const OTHER_NAME = 'http://localhost:3000';

interface FrameMessage {
  readonly type: string;
  readonly token?: string;
  readonly message?: string;
}

describe('the card frame', () => {
  const messages: [FrameMessage, string][] = [];
  const fetched = jest.fn();
  const parent = {
    postMessage: (message: FrameMessage, origin: string) => void messages.push([message, origin]),
  };

  let first: readonly [FrameMessage, string][];

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
    first = [...messages];
  });
  beforeEach(() => {
    messages.length = 0;
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
    messages.length = 0;
    const message = new MessageEvent('message', { data: { type: 'flip-card-submit' }, origin });
    Object.defineProperty(message, 'source', { value: source });
    window.dispatchEvent(message);
    await new Promise((resolve) => setTimeout(resolve));
  };
  const respondWith = (body: object) => fetched.mockResolvedValue({ json: () => Promise.resolve(body) });

  it("reports that it is ready only to the app's origins", () => {
    const ready = first.filter(([{ type: name }]) => name === 'flip-card-ready');
    expect(ready).toEqual([APP, OTHER_NAME].map((origin) => [{ type: 'flip-card-ready' }, origin]));
  });

  it('reports no height before it is laid out', () => {
    expect(first.map(([{ type: name }]) => name)).not.toContain('flip-card-height');
  });

  it('groups the digits, reports when every field is filled in, and sends a token to the requesting page', async () => {
    fill('4000056655665556');
    expect([input('number').value, input('expiry').value]).toEqual(['4000 0566 5566 5556', '12 / 30']);
    expect(messages.at(-1)).toEqual([{ type: 'flip-card-change', complete: true }, OTHER_NAME]);
    respondWith({ token: 'pm_1' });
    await submit();
    expect(messages).toEqual([[{ type: 'flip-card-token', token: 'pm_1' }, APP]]);
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
    'reports an invalid %s beside the field and to the page, without a request',
    async (name, ...values: [string, string, string]) => {
      fill(...values);
      await submit();
      const text = document.getElementById(`${name}-wrong`);
      expect([text?.hidden, input(name).getAttribute('aria-invalid')]).toEqual([false, 'true']);
      expect(messages).toEqual([[{ type: 'flip-card-error', message: text?.textContent }, APP]]);
      expect(fetched).not.toHaveBeenCalled();
    },
  );

  it('shows what only the processor detects: a number that is not a test card, a date in the past', async () => {
    fill('4111111111111111');
    respondWith({ field: 'test_number' });
    await submit();
    expect(messages[0]?.[0].message).toMatch(/^Test mode takes test cards only/);
    respondWith({ field: 'expiry' });
    await submit();
    expect(document.activeElement).toBe(input('expiry'));
    fetched.mockRejectedValue(new Error('away'));
    await submit();
    expect(messages[0]?.[0].message).toMatch(/^The card could not be read/);
  });

  it('ignores messages from other origins and windows', async () => {
    fill('4000056655665556');
    await submit('https://elsewhere.example');
    await submit(APP, {});
    expect([messages, fetched.mock.calls]).toEqual([[], []]);
  });

  it('fills in the chosen test card', () => {
    document.querySelector<HTMLButtonElement>('[data-number="4000000000003220"]')?.click();
    expect(['number', 'expiry', 'cvc'].map((id) => input(id).value)).toEqual([
      '4000 0000 0000 3220',
      '12 / 30',
      '123',
    ]);
  });
});
