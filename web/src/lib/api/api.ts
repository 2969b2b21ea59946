import { ApiError, apiErrorOf } from './api-error';
import { addressOf, type AnyRequest, type PathOf, type Arguments, type ResponseOf } from './requests';
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

interface Plain {
  /** For public data: sent without headers, like the preload in first-paint.js, so that its response is reused. */
  readonly plain?: boolean;
}

interface Call extends AnyRequest, Plain {
  readonly method: string;
  readonly route: string;
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
export function getJson<Path extends PathOf<'get'>>(
  path: Path,
  ...request: Arguments<'get', Path, Plain>
): Promise<ResponseOf<'get', Path>>;
export function getJson(route: string, request?: AnyRequest & Plain): Promise<unknown> {
  return getAny(route, request);
}

/** Reads JSON with a path and a request whose types have been checked (reads.ts). */
export function getAny(route: string, request: AnyRequest & Plain = {}): Promise<unknown> {
  if (request.plain) return readJson({ ...request, method: 'GET', route });
  return readInSession((signal) => readJson({ ...request, method: 'GET', route, signal }));
}

async function readJson(request: Call): Promise<unknown> {
  return (await call(request)).json();
}

/** Reads a file with a request that needs headers, which a link cannot have. */
export function getFile<Path extends PathOf<'get'>>(
  path: Path,
  ...request: Arguments<'get', Path>
): Promise<Blob>;
export function getFile(route: string, request: AnyRequest = {}): Promise<Blob> {
  return readInSession(async (signal) => (await call({ ...request, method: 'GET', route, signal })).blob());
}

/** The address of a link, for what the browser asks for itself. */
export function apiAddress<Path extends PathOf<'get'>>(
  path: Path,
  ...request: Arguments<'get', Path>
): string;
export function apiAddress(route: string, request: AnyRequest = {}): string {
  return `${BASE}${addressOf(route, request)}`;
}

/** Sends a command and returns the JSON of its response, or undefined for an empty one. Throws ApiError for every refusal. */
export async function sendJson<
  Method extends 'POST' | 'PATCH' | 'DELETE',
  Path extends PathOf<Lowercase<Method>>,
>(
  method: Method,
  path: Path,
  ...request: Arguments<Lowercase<Method>, Path>
): Promise<ResponseOf<Lowercase<Method>, Path>>;
export async function sendJson(method: string, route: string, request: AnyRequest = {}): Promise<unknown> {
  const text = await (await call({ ...request, method, route })).text();
  return text === '' ? undefined : (JSON.parse(text) as unknown);
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

function post(route: PathOf<'post'>): Promise<Response> {
  return fetchResponse({ method: 'POST', route });
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
  const { method, route, body, signal } = request;
  const deadline = AbortSignal.timeout(DEADLINE_MS);
  const tokens = request.plain ? [] : heldTokens();
  try {
    const response = await fetch(`${BASE}${addressOf(route, request)}`, {
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

function headersOf({ method, body, header }: Call, tokens: readonly string[]): Record<string, string> {
  return {
    accept: 'application/json',
    'accept-language': document.documentElement.lang,
    ...(tokens.length > 0 && { [POSITION_HEADER]: tokens.join(',') }),
    ...(method !== 'GET' && { 'x-flip-request': '1' }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...header,
  };
}

function isStale(response: Response): boolean {
  return response.headers.get(STALE_HEADER) === 'true';
}
