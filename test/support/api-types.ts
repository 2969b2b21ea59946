import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import type { Document, Operation } from './open-api.js';

/** In front of the generated types. */
const HEAD =
  '// What each request of the API takes and what its success returns. Written by npm run golden.\n';

/** The types of the web client's requests, web/src/lib/api/schema.d.ts: without refusals, which are all of one type. */
export async function apiTypes(document: Document): Promise<string> {
  const paths = mapped(document.paths, (operations) => mapped(operations, requestAndSuccess));
  const types = await openapiTS(withSortedChoices({ ...document, paths }) as OpenAPI3, {
    alphabetize: true,
    defaultNonNullable: false,
  });
  return HEAD + astToString(types, { formatOptions: { removeComments: true } });
}

/** The compiler puts the members of a union in the order in which it met them, which changes with any import. */
const withSortedChoices = (document: object): unknown =>
  JSON.parse(JSON.stringify(document), (key, value: unknown) =>
    key === 'enum' && Array.isArray(value) ? value.toSorted() : value,
  );

/** The header of unsafe methods is the client's business, not its callers'. */
function requestAndSuccess(operation: Omit<Operation, 'route'>): object {
  const successes = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
  return {
    ...operation,
    parameters: operation.parameters.filter(({ name }) => name !== 'X-Flip-Request'),
    responses: Object.fromEntries(successes),
  };
}

function mapped<From, To>(record: Readonly<Record<string, From>>, change: (from: From) => To) {
  return Object.fromEntries(Object.entries(record).map(([name, from]) => [name, change(from)]));
}
