import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathPattern } from '../support/path-pattern';

/** Read on every route. */
const GENERAL: ReadonlySet<string> = new Set([
  'query lng',
  'header accept',
  'header accept-language',
  'header content-type',
  'header x-flip-position',
  'header x-flip-request',
]);

interface KnownRequest {
  readonly method: string;
  readonly path: RegExp;
  readonly parameters: number;
  /** "query cursor", "header idempotency-key", "body amount" */
  readonly parts: ReadonlySet<string>;
}

/** The requests that the API reads, from its OpenAPI document (test/product/openapi.spec.ts). */
const KNOWN: readonly KnownRequest[] = readFileSync(join(process.cwd(), 'test/golden/requests.txt'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => {
    const [, method = '', path = '', parts = ''] = /^(\S+) (\S+): ?(.*)$/.exec(line) ?? [];
    const parameters = path.split('{').length;
    return { method, path: pathPattern(path), parameters, parts: new Set(parts.split(', ')) };
  })
  .sort((one, other) => one.parameters - other.parameters);

/** What the API does not know of a request: its address, or fields of its query, headers and body. */
export function unknownParts(
  { method, path, body }: { readonly method: string; readonly path: string; readonly body: unknown },
  headers: Headers,
): readonly string[] {
  const url = new URL(path, 'http://localhost');
  const route = KNOWN.find((known) => known.method === method && known.path.test(url.pathname));
  const request = `${method} ${url.pathname}`;
  if (!route) return [request];
  return [
    ...[...url.searchParams.keys()].map((name) => `query ${name}`),
    ...[...headers.keys()].map((name) => `header ${name}`),
    ...Object.keys(body ?? {}).map((name) => `body ${name}`),
  ].flatMap((part) => (GENERAL.has(part) || route.parts.has(part) ? [] : `${request}: ${part}`));
}
