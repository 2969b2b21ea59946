import type { ApiError } from './api-error';

type Api = typeof import('./api');
type Tokens = typeof import('./position-tokens');

interface Seen {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly signal: AbortSignal | null;
}

let seen: Seen[];
let responses: ((seen: Seen) => Response | Promise<Response>)[];

/** A fresh page: the module keeps the page's state. */
function openPage(): Api & Tokens {
  jest.resetModules();
  return {
    ...jest.requireActual<Api>('./api'),
    ...jest.requireActual<Tokens>('./position-tokens'),
  };
}

function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(status === 204 ? null : JSON.stringify(body), { status, headers });
}

function problem(status: number, code: string, more: object = {}) {
  const body = {
    type: 'about:blank',
    title: code,
    status,
    code,
    detail: `says ${code}`,
    params: {},
    ...more,
  };
  return json(body, status, { 'retry-after': '30' });
}

const paths = () => seen.map(({ method, url }) => `${method} ${url}`);

beforeEach(() => {
  seen = [];
  responses = [];
  localStorage.clear();
  document.documentElement.lang = 'es';
  globalThis.fetch = async (input, init) => {
    const call = {
      url: input as string,
      method: init?.method ?? 'GET',
      headers: new Headers(init?.headers),
      signal: init?.signal ?? null,
    };
    seen.push(call);
    const response = responses.shift();
    if (!response) throw new TypeError('Failed to fetch');
    return response(call);
  };
});

async function failureOf(work: Promise<unknown>): Promise<ApiError> {
  return work.then(
    () => {
      throw new Error('was not refused');
    },
    (error: unknown) => error as ApiError,
  );
}

describe('a request to the API', () => {
  it('requests the language of the page, and marks commands', async () => {
    const { getJson, sendJson } = openPage();
    responses = [() => json({}), () => json(null, 204)];
    await getJson('/me');
    await sendJson('POST', '/auth/sign-out');
    expect(seen[0]?.headers.get('accept-language')).toBe('es');
    expect(seen[0]?.headers.get('x-flip-request')).toBeNull();
    expect(seen[1]?.headers.get('x-flip-request')).toBe('1');
    expect(seen[1]?.headers.get('content-type')).toBeNull();
  });

  describe('returns the tokens of the responses that it received', () => {
    const token = (text: string) => () => json({}, 201, { 'x-flip-position': text });
    const sent = () => seen.at(-1)?.headers.get('x-flip-position') ?? null;

    it('with every call, each response to a command replacing those that were sent with it', async () => {
      const { getJson, sendJson } = openPage();
      responses = [token('one'), token('two'), () => json([])];
      await sendJson('POST', '/verification/refresh');
      expect(sent()).toBeNull();
      await sendJson('PATCH', '/preferences', { body: { locale: 'es' } });
      expect(sent()).toBe('one');
      await getJson('/transfers');
      expect(sent()).toBe('two');
    });

    it('all of them after commands at the same time, whichever was answered last', async () => {
      const { getJson, sendJson } = openPage();
      responses = [token('one'), token('two'), () => json([])];
      await Promise.all([sendJson('POST', '/verification/refresh'), sendJson('DELETE', '/sessions')]);
      await getJson('/transfers');
      expect(sent()).toBe('one,two');
    });

    it('also of refused commands, which may have been recorded', async () => {
      const { getJson, sendJson } = openPage();
      const refusal = { status: 422, code: 'weekly_limit_exceeded', detail: '' };
      responses = [() => json(refusal, 422, { 'x-flip-position': 'refused' }), () => json([])];
      await expect(sendJson('POST', '/verification/refresh')).rejects.toThrow();
      await getJson('/allowance');
      expect(sent()).toBe('refused');
    });

    it('and of live messages, but never more than the server takes', async () => {
      const { getJson, sendJson, addMessageToken } = openPage();
      responses = [token('command'), () => json([])];
      await sendJson('POST', '/verification/refresh');
      for (let nth = 1; nth <= 40; nth += 1) addMessageToken(`message-${String(nth)}`);
      await getJson('/transfers');
      const tokens = sent()?.split(',') ?? [];
      expect(tokens.length).toBeLessThanOrEqual(16);
      expect(tokens).toEqual(expect.arrayContaining(['command', 'message-40']));
    });
  });

  it('reads again while the server has not caught up with the last command, but not forever', async () => {
    const { getJson } = openPage();
    const stale = () => json('old', 200, { 'x-flip-stale': 'true' });
    responses = [stale, () => json('new')];
    await expect(getJson('/allowance')).resolves.toBe('new');
    responses = [stale, stale, stale, () => json('never requested')];
    await expect(getJson('/allowance')).resolves.toBe('old');
    // What the command made is not missing: the server has not caught up with it.
    responses = [() => json({ code: 'not_found' }, 404, { 'x-flip-stale': 'true' }), () => json('made')];
    await expect(getJson('/transfers/{id}', { path: { id: 'made' } })).resolves.toBe('made');
  });

  it('reports a refusal with its code, fields and waiting time', async () => {
    const { sendJson } = openPage();
    const fields = [{ field: 'email', code: 'email', message: 'Ingresa un correo válido.' }];
    responses = [() => problem(400, 'validation_failed', { fields })];
    const error = await failureOf(sendJson('POST', '/auth/forgot', { body: { email: 'ana' } }));
    expect(error).toMatchObject({ status: 400, code: 'validation_failed', fields, retryAfter: 30 });
    expect(error.outcomeUnknown).toBe(false);
  });

  it('treats a request without a response as unknown, for any cause', async () => {
    const { sendJson } = openPage();
    const broken = await failureOf(sendJson('POST', '/verification/refresh'));
    expect(broken).toMatchObject({ status: 0, code: 'no_connection', outcomeUnknown: true });
    responses = [() => new Response('<html>Bad gateway</html>', { status: 502 })];
    const gateway = await failureOf(sendJson('POST', '/verification/refresh'));
    expect(gateway).toMatchObject({ status: 502, code: 'http_502', outcomeUnknown: true });
  });
});

describe('a session during sign-out', () => {
  const openEndingPage = () => ({
    ...openPage(),
    ...jest.requireActual<typeof import('./session-reads')>('./session-reads'),
  });

  /** A response that never comes: the read is under way until it is given up. */
  const never = ({ signal }: Seen) =>
    new Promise<Response>((_, fail) => {
      const giveUp = () => {
        fail(new DOMException('given up', 'AbortError'));
      };
      if (signal?.aborted) giveUp();
      signal?.addEventListener('abort', giveUp);
    });

  it('stops reads: those under way as well as new ones', async () => {
    const { getJson, sendJson, withoutReads } = openEndingPage();
    let during: Promise<unknown> = Promise.resolve();
    responses = [
      never,
      () => {
        during = getJson('/recipients').catch(String);
        return json(null, 204);
      },
      never,
      never,
      () => json('landing'),
    ];
    const before = getJson('/allowance').catch(String);
    let after: Promise<unknown> = Promise.resolve();
    await withoutReads(async () => {
      await sendJson('POST', '/auth/sign-out');
      // The screens of the session may still be there.
      after = getJson('/cards').catch(String);
    });
    expect(await before).toContain('AbortError');
    expect(await during).toContain('AbortError');
    expect(await after).toContain('AbortError');
    await expect(getJson('/me')).resolves.toBe('landing');
    expect(paths().filter((path) => !/recipients|cards/.test(path))).toEqual([
      'GET /api/allowance',
      'POST /api/auth/sign-out',
      'GET /api/me',
    ]);
  });

  it('resumes reads when the sign-out fails', async () => {
    const { getJson, sendJson, withoutReads } = openEndingPage();
    responses = [never, () => problem(503, 'service_unavailable'), () => json('still here')];
    const before = getJson('/allowance');
    const end = () => sendJson('DELETE', '/sessions');
    expect((await failureOf(withoutReads(end))).status).toBe(503);
    await expect(before).resolves.toBe('still here');
  });

  it('does not stop public reads', async () => {
    const { getJson, sendJson, withoutReads } = openEndingPage();
    let answer: (response: Response) => void = () => undefined;
    responses = [
      () =>
        new Promise((done) => {
          answer = done;
        }),
      () => json(null, 204),
    ];
    const fees = getJson('/fees/schedule', { plain: true });
    await withoutReads(() => sendJson('POST', '/auth/sign-out'));
    answer(json('fees'));
    await expect(fees).resolves.toBe('fees');
  });
});

describe('an expired session', () => {
  it('is renewed once for all requests that found it expired, which are sent again', async () => {
    const { getJson } = openPage();
    const expired = () => problem(401, 'unauthenticated');
    responses = [expired, expired, () => json(null, 204), () => json('a'), () => json('b')];
    await expect(Promise.all([getJson('/me'), getJson('/allowance')])).resolves.toEqual(['a', 'b']);
    expect(paths().filter((path) => path === 'POST /api/auth/refresh')).toHaveLength(1);
  });

  it('is not renewed again when another tab just did', async () => {
    const { getJson } = openPage();
    responses = [
      () => {
        localStorage.setItem('flip:renewal', 'of another tab');
        return problem(401, 'unauthenticated');
      },
      () => json('a'),
    ];
    await expect(getJson('/me')).resolves.toBe('a');
    expect(paths()).toEqual(['GET /api/me', 'GET /api/me']);
  });

  it('is renewed where the browser refuses locks, as with site data blocked', async () => {
    const { getJson } = openPage();
    const request = () => Promise.reject(new DOMException('denied', 'SecurityError'));
    Object.assign(navigator, { locks: { request } });
    responses = [() => problem(401, 'unauthenticated'), () => json(null, 204), () => json('a')];
    try {
      await expect(getJson('/me')).resolves.toBe('a');
    } finally {
      Reflect.deleteProperty(navigator, 'locks');
    }
  });

  it('is renewed again after the clock of the device was put back', async () => {
    const { getJson } = openPage();
    const renewed = [() => problem(401, 'unauthenticated'), () => json(null, 204), () => json('a')];
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2030-01-01T00:00:00Z'));
    responses = [...renewed];
    await getJson('/me');
    clock.mockReturnValue(Date.parse('2026-01-01T00:00:00Z'));
    responses = [...renewed];
    await expect(getJson('/me')).resolves.toBe('a');
    clock.mockRestore();
    expect(paths().filter((path) => path === 'POST /api/auth/refresh')).toHaveLength(2);
  });

  it('ends the session when it cannot be renewed', async () => {
    const { getJson, onSessionEnd } = openPage();
    const ended = jest.fn();
    onSessionEnd(ended);
    responses = [() => problem(401, 'unauthenticated'), () => problem(401, 'unauthenticated')];
    const error = await failureOf(getJson('/allowance'));
    expect(error.status).toBe(401);
    expect(ended).toHaveBeenCalledTimes(1);
  });

  it('is not what a wrong password means', async () => {
    const { sendJson, onSessionEnd } = openPage();
    const ended = jest.fn();
    onSessionEnd(ended);
    responses = [() => problem(401, 'invalid_credentials')];
    await failureOf(sendJson('POST', '/auth/password', { body: { current: 'a', password: 'b' } }));
    expect(paths()).toEqual(['POST /api/auth/password']);
    expect(ended).not.toHaveBeenCalled();
  });

  it('stays open when the renewal got no response: it may still be valid', async () => {
    const { getJson, onSessionEnd } = openPage();
    const ended = jest.fn();
    onSessionEnd(ended);
    responses = [() => problem(401, 'unauthenticated'), () => problem(503, 'service_unavailable')];
    const error = await failureOf(getJson('/allowance'));
    expect(error.status).toBe(503);
    expect(ended).not.toHaveBeenCalled();
  });
});
