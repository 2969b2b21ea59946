import type { FieldProblem, Problem } from '@kernel/people/accounts';

interface ApiErrorParts {
  /** 0 without a response: offline, connection refused or deadline exceeded. */
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly params?: Problem['params'];
  readonly fields?: readonly FieldProblem[];
  readonly changes?: Problem['changes'];
  /** Seconds to wait before retrying. */
  readonly retryAfter?: number | null;
}

/** A refusal or a missing response of the API; `message` is in the language of the request. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly params: Problem['params'];
  readonly fields: readonly FieldProblem[];
  /** What others have done since, for a decision on what is out of date. */
  readonly changes: NonNullable<Problem['changes']>;
  readonly retryAfter: number | null;

  constructor(parts: ApiErrorParts) {
    super(parts.message);
    this.name = 'ApiError';
    this.status = parts.status;
    this.code = parts.code;
    this.params = parts.params ?? {};
    this.fields = parts.fields ?? [];
    this.changes = parts.changes ?? [];
    this.retryAfter = parts.retryAfter ?? null;
  }

  /** True when the request may or may not have been carried out: send the same request again. */
  get outcomeUnknown(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}

/** The ApiError of a response that is not 2xx, with any body: a proxy may have written it. */
export async function apiErrorOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const problem = isProblem(body) ? body : {};
  return new ApiError({
    status: response.status,
    code: problem.code ?? `http_${String(response.status)}`,
    message: problem.detail ?? '',
    params: problem.params ?? {},
    fields: Array.isArray(problem.fields) ? problem.fields : [],
    changes: Array.isArray(problem.changes) ? problem.changes : [],
    retryAfter: retryAfterOf(response, problem),
  });
}

function isProblem(body: unknown): body is Partial<Problem> {
  return typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string';
}

function retryAfterOf(response: Response, problem: Partial<Problem>): number | null {
  const delay = response.headers.get('retry-after') ?? problem.params?.['retryAfter'];
  const seconds = delay === null || delay === undefined ? Number.NaN : Number(delay);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}
