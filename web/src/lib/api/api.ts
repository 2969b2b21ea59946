import { ApiError, apiErrorOf } from './api-error';
import { heldTokens, POSITION_HEADER, replaceTokens } from './position-tokens';
import { readInSession } from './session-reads';
import { lastRenewal, refreshSession } from './session-refresh';

const BASE = '/api';
/** A request without a response for this long is abandoned: its outcome is unknown. */
const DEADLINE_MS = 15_000;
/** How often a read is repeated while the server reports that it is behind our last command. */
const STALE_READ_REPEATS = 2;

const STALE_HEADER = 'x-flip-stale';

/** Refusals with status 401 that are responses, not an expired session: a wrong password or code, a link of another account. */
const ANSWERS: ReadonlySet<string> = new Set([
  'invalid_credentials',
  'invalid_code',
  'second_factor_required',
  'second_factor_expired',
  'other_account',
]);

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

const sessionEndListeners = new Set<() => void>();

/** Calls back when the session could not be renewed; returns a function that stops it. */
export function onSessionEnd(listener: () => void): () => void {
  sessionEndListeners.add(listener);
  return () => sessionEndListeners.delete(listener);
}

let proving: (() => Promise<boolean>) | null = null;
let underWay: Promise<boolean> | null = null;

/**
 * Names who asks for a proof when a request is refused for want of a recent one, whatever request it is: it is sent again once
 * `prove` resolves to true. Returns a function that stops it.
 */
export function onProofWanted(prove: () => Promise<boolean>): () => void {
  proving = prove;
  return () => {
    proving = null;
  };
}

/** Requests that are refused together wait for one proof. */
function proven(): Promise<boolean> {
  underWay ??= (proving?.() ?? Promise.resolve(false)).finally(() => {
    underWay = null;
  });
  return underWay;
}

/** Reads JSON. Throws ApiError for every response that is not 2xx. */
export function getJson<Result>(path: string, options: SendOptions = {}): Promise<Result> {
  const request = { ...options, method: 'GET', path };
  if (options.plain) return readJson(request);
  return readInSession((signal) => readJson({ ...request, signal }));
}

async function readJson<Result>(request: Call): Promise<Result> {
  return (await (await call(request)).json()) as Result;
}

/** Reads a file with a request that needs headers, which a link cannot have. */
export function getFile(path: string, headers: SendOptions['headers'] = {}): Promise<Blob> {
  return readInSession(async (signal) => (await call({ method: 'GET', path, headers, signal })).blob());
}

/** Sends a command and returns the JSON of its response, or undefined for an empty one. Throws ApiError for every refusal. */
export async function sendJson<Result = undefined>(
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  { body, ...options }: SendOptions & { readonly body?: unknown } = {},
): Promise<Result> {
  const response = await call({ ...options, method, path, body });
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as Result;
}

async function call(request: Call): Promise<Response> {
  const before = lastRenewal();
  const response = await fetchFresh(request);
  if (response.ok) return response;
  const error = await apiErrorOf(response);
  if (error.code === 'step_up_required' && (await proven())) return call(request);
  if (error.status !== 401 || ANSWERS.has(error.code)) throw error;
  if (!(await refreshSession(before, post))) throw ended(error);
  const repeated = await fetchFresh(request);
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

/** Repeats a read while its answer, a refusal as well, is older than what this page has seen. */
async function fetchFresh(request: Call): Promise<Response> {
  let response = await fetchResponse(request);
  const repeats = request.method === 'GET' ? STALE_READ_REPEATS : 0;
  for (let repeat = 0; repeat < repeats && isStale(response); repeat += 1)
    response = await fetchResponse(request);
  return response;
}

async function fetchResponse(request: Call): Promise<Response> {
  const { method, path, body, signal } = request;
  const deadline = AbortSignal.timeout(DEADLINE_MS);
  const tokens = request.plain ? [] : heldTokens();
  try {
    const response = await fetch(`${BASE}${path}`, {
      method,
      credentials: 'same-origin',
      headers: request.plain ? {} : headersOf(request, tokens),
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    });
    const token = response.headers.get(POSITION_HEADER);
    if (token !== null) replaceTokens(tokens, token);
    return response;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError({ status: 0, code: deadline.aborted ? 'deadline' : 'no_connection', message: '' });
  }
}

function headersOf({ method, body, headers }: Call, tokens: readonly string[]): Record<string, string> {
  return {
    accept: 'application/json',
    'accept-language': document.documentElement.lang,
    ...(tokens.length > 0 && { [POSITION_HEADER]: tokens.join(',') }),
    ...(method !== 'GET' && { 'x-flip-request': '1' }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
  };
}

function isStale(response: Response): boolean {
  return response.headers.get(STALE_HEADER) === 'true';
}
