import { ApiError, apiErrorOf } from './api-error';
import { readInSession } from './session-reads';
import { refreshSession } from './session-refresh';

const BASE = '/api';
/** A request without a response for this long is abandoned: its outcome is unknown. */
const DEADLINE_MS = 15_000;
/** How often a read is repeated while the server reports that it is behind our last command. */
const STALE_READ_REPEATS = 2;

const POSITION_HEADER = 'x-flip-position';
const STALE_HEADER = 'x-flip-stale';

interface SendOptions {
  /** For public data: sent without headers, like the preload in first-paint.js, so that its response is reused. */
  readonly plain?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Call extends SendOptions {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** Of this page's newest command or live change: reads send it, so that they never return older data (architecture §5). */
let newestPosition = '';
const sessionEndListeners = new Set<() => void>();

/** Calls back when the session could not be renewed; returns a function that stops it. */
export function onSessionEnd(listener: () => void): () => void {
  sessionEndListeners.add(listener);
  return () => sessionEndListeners.delete(listener);
}

/** Reads JSON. Throws ApiError for every response that is not 2xx. */
export function getJson<Result>(path: string, options: SendOptions = {}): Promise<Result> {
  const request = { ...options, method: 'GET', path };
  if (options.plain) return readJson(request);
  return readInSession((signal) => readJson({ ...request, signal }));
}

async function readJson<Result>(request: Call): Promise<Result> {
  let response = await call(request);
  for (let repeat = 0; repeat < STALE_READ_REPEATS && isStale(response); repeat += 1) {
    response = await call(request);
  }
  return (await response.json()) as Result;
}

/** Sends a command and returns the JSON of its response, or undefined for 204. Throws ApiError for every refusal. */
export async function sendJson<Result = undefined>(
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  { body, ...options }: SendOptions & { readonly body?: unknown } = {},
): Promise<Result> {
  const response = await call({ ...options, method, path, body });
  remember(response.headers.get(POSITION_HEADER));
  return (response.status === 204 ? undefined : await response.json()) as Result;
}

async function call(request: Call): Promise<Response> {
  const sentAtMs = Date.now();
  const response = await fetchResponse(request);
  if (response.ok) return response;
  const error = await apiErrorOf(response);
  // A wrong password is a response, not an expired session.
  if (error.status !== 401 || error.code === 'invalid_credentials') throw error;
  if (!(await refreshSession(sentAtMs, post))) throw ended(error);
  const repeated = await fetchResponse(request);
  if (repeated.ok) return repeated;
  const second = await apiErrorOf(repeated);
  throw second.status === 401 ? ended(second) : second;
}

function ended(error: ApiError): ApiError {
  sessionEndListeners.forEach((listener) => {
    listener();
  });
  return error;
}

function post(path: string): Promise<Response> {
  return fetchResponse({ method: 'POST', path });
}

async function fetchResponse(request: Call): Promise<Response> {
  const { method, path, body, signal } = request;
  const deadline = AbortSignal.timeout(DEADLINE_MS);
  try {
    return await fetch(`${BASE}${path}`, {
      method,
      credentials: 'same-origin',
      headers: request.plain ? {} : headersOf(request),
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError({ status: 0, code: deadline.aborted ? 'deadline' : 'no_connection', message: '' });
  }
}

function headersOf({ method, body, headers }: Call): Record<string, string> {
  return {
    accept: 'application/json',
    'accept-language': document.documentElement.lang,
    ...(method === 'GET' ? positionHeader() : { 'x-flip-request': '1' }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
  };
}

function positionHeader(): Record<string, string> {
  return newestPosition === '' ? {} : { [POSITION_HEADER]: newestPosition };
}

/** Reads from now on show everything up to this position of the log, such as that of a live change. */
export function readFrom(position: string): void {
  remember(position);
}

// Positions are opaque, but their lexicographic order is the order of the store.
function remember(position: string | null): void {
  if (position !== null && position > newestPosition) newestPosition = position;
}

function isStale(response: Response): boolean {
  return response.headers.get(STALE_HEADER) === 'true';
}
