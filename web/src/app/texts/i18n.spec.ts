type Texts = typeof import('./i18n');

const asked: string[] = [];

/** A server that responds to requests for texts with the given status, or null for no response. */
function serve(responses: Readonly<Record<string, number | null>>): Texts {
  asked.length = 0;
  globalThis.fetch = (input) => {
    const path = input as string;
    asked.push(path);
    const status = responses[path] ?? null;
    if (status === null) return Promise.reject(new TypeError('Failed to fetch'));
    return Promise.resolve(new Response('{"common":{"retry":"text of ' + path + '"}}', { status }));
  };
  jest.resetModules();
  return jest.requireActual<Texts>('./i18n');
}

const asksFor = (path: string) => asked.filter((address) => address === path).length;

beforeEach(() => {
  document.documentElement.lang = 'en';
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

describe('texts that do not load', () => {
  it('are requested five more times, first after 350 ms, doubling', async () => {
    const { startTexts } = serve({});
    const ready = startTexts('en');
    const after: number[] = [];
    for (const waitMs of [349, 1, 700, 1_400, 2_800, 5_600, 60_000]) {
      await jest.advanceTimersByTimeAsync(waitMs);
      after.push(asksFor('/locales/en/app.json'));
    }
    expect(after).toEqual([1, 2, 3, 4, 5, 6, 6]);
    await expect(ready).resolves.toBe(false);
  });

  it.each([
    [503, 6],
    [404, 1],
  ])('because of a response with %s are requested %s times', async (status, times) => {
    const { startTexts } = serve({ '/locales/en/app.json': status });
    const ready = startTexts('en');
    await jest.advanceTimersByTimeAsync(60_000);
    await expect(ready).resolves.toBe(false);
    expect(asksFor('/locales/en/app.json')).toBe(times);
  });

  it('of Spanish are replaced by English', async () => {
    const { startTexts } = serve({ '/locales/en/app.json': 200, '/locales/es/app.json': 404 });
    const ready = startTexts('es');
    await jest.advanceTimersByTimeAsync(60_000);
    await expect(ready).resolves.toBe(true);
    expect(document.documentElement.lang).toBe('en');
  });

  it('keep the current language when another one is chosen', async () => {
    const { startTexts, showLanguage } = serve({ '/locales/en/app.json': 200, '/locales/es/app.json': 404 });
    const ready = startTexts('en');
    await jest.advanceTimersByTimeAsync(1_000);
    await ready;
    const shown = showLanguage('es');
    await jest.advanceTimersByTimeAsync(60_000);
    await expect(shown).resolves.toBe(false);
    expect(document.documentElement.lang).toBe('en');
  });

  it('can be requested again', async () => {
    const responses: Record<string, number | null> = {};
    const { startTexts, reloadTexts } = serve(responses);
    const ready = startTexts('en');
    await jest.advanceTimersByTimeAsync(60_000);
    await expect(ready).resolves.toBe(false);
    responses['/locales/en/app.json'] = 200;
    const again = reloadTexts('en');
    await jest.advanceTimersByTimeAsync(60_000);
    await expect(again).resolves.toBe(true);
  });
});

describe('texts that load', () => {
  it('are those of only one language', async () => {
    const { startTexts } = serve({ '/locales/es/app.json': 200, '/locales/es/errors.json': 200 });
    const ready = startTexts('es');
    await jest.advanceTimersByTimeAsync(1_000);
    await expect(ready).resolves.toBe(true);
    expect(asked).toEqual(['/locales/es/app.json']);
    window.dispatchEvent(new Event('pointerdown'));
    await jest.advanceTimersByTimeAsync(1_000);
    expect(asked).toContain('/locales/es/errors.json');
  });
});

describe('the language', () => {
  it('is the one that was wanted last, although the texts of another arrive later', async () => {
    const { startTexts, showLanguage } = serve({ '/locales/en/app.json': 200, '/locales/es/app.json': 200 });
    await Promise.all([startTexts('en'), jest.advanceTimersByTimeAsync(1_000)]);
    const shown = Promise.all([showLanguage('es'), showLanguage('en')]);
    await jest.advanceTimersByTimeAsync(1_000);
    await expect(shown).resolves.toEqual([true, true]);
    expect(document.documentElement.lang).toBe('en');
  });
});

describe('the texts of a screen', () => {
  const PATHS = ['/locales/en/app.json', '/locales/en/sending.json'];

  it('load together with its code and with the texts of the start', async () => {
    const { startTexts, withTexts } = serve(Object.fromEntries(PATHS.map((path) => [path, 200])));
    const opened = withTexts(['sending'], () => Promise.resolve('the screen'))();
    const ready = startTexts('en');
    await jest.advanceTimersByTimeAsync(1);
    expect([...asked].sort()).toEqual([...PATHS].sort());
    await expect(ready).resolves.toBe(true);
    await expect(opened).resolves.toBe('the screen');
  });

  it('belong to the start where it is the first: a retry fetches both', async () => {
    const responses: Record<string, number | null> = { '/locales/en/app.json': 200 };
    const { startTexts, reloadTexts, withTexts } = serve(responses);
    const opened = withTexts(['sending'], () => Promise.resolve('the screen'))();
    const ready = startTexts('en');
    await jest.advanceTimersByTimeAsync(60_000);
    await expect(ready).resolves.toBe(false);
    responses['/locales/en/sending.json'] = 200;
    const again = reloadTexts('en');
    await jest.advanceTimersByTimeAsync(60_000);
    await expect(again).resolves.toBe(true);
    await expect(opened).resolves.toBe('the screen');
  });

  it('keep a later screen from opening while they are missing, and are fetched again with it', async () => {
    const responses: Record<string, number | null> = { '/locales/en/app.json': 200 };
    const { startTexts, withTexts } = serve(responses);
    await Promise.all([startTexts('en'), jest.advanceTimersByTimeAsync(1_000)]);
    const open = withTexts(['sending'], () => Promise.resolve('the screen'));
    const refused = expect(open()).rejects.toMatchObject({ name: 'CodeNotLoaded' });
    await jest.advanceTimersByTimeAsync(60_000);
    await refused;
    responses['/locales/en/sending.json'] = 200;
    const opened = open();
    await jest.advanceTimersByTimeAsync(1_000);
    await expect(opened).resolves.toBe('the screen');
  });

  it('are in the new language before the language changes', async () => {
    const responses: Record<string, number | null> = {
      '/locales/en/app.json': 200,
      '/locales/en/sending.json': 200,
      '/locales/es/app.json': 200,
    };
    const { startTexts, showLanguage, withTexts } = serve(responses);
    const opened = withTexts(['sending'], () => Promise.resolve('the screen'))();
    await Promise.all([startTexts('en'), opened, jest.advanceTimersByTimeAsync(1_000)]);
    const shown = showLanguage('es');
    await jest.advanceTimersByTimeAsync(60_000);
    await expect(shown).resolves.toBe(false);
    expect(document.documentElement.lang).toBe('en');
  });
});
