import { pathPattern } from './path-pattern.js';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly nullable?: boolean;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly example?: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description?: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

interface Media {
  readonly schema?: Schema;
  readonly example?: Readonly<Record<string, unknown>>;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

type Content = Readonly<Record<string, Media>>;

export interface Operation {
  /** "POST /api/transfers" */
  readonly route: string;
  readonly method: string;
  readonly path: string;
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly unknown[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description?: string; readonly content?: Content }>>;
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Omit<Operation, 'route'>>>>>;
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** A browser (browser.ts). */
interface Reader {
  get(path: string): Promise<{ readonly status: number; readonly body: unknown }>;
}

/** The OpenAPI document of a running server at /api/docs-json. */
export class OpenApi {
  readonly operations: readonly Operation[];

  constructor(readonly document: Document) {
    this.operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([name, operation]) => {
        const method = name.toUpperCase();
        return { ...operation, method, path, route: `${method} ${path}` };
      }),
    );
  }

  /** @throws Error when Nest's plugin does not support the type of a field (api/src/kernel/README.md) */
  static async of(browser: Reader): Promise<OpenApi> {
    const { status, body } = await browser.get('/api/docs-json');
    if (status !== 200)
      throw new Error("No OpenAPI document: the server's log names the field without a type");
    return new OpenApi(body as Document);
  }

  get tags(): NonNullable<Document['tags']> {
    return this.document.tags ?? [];
  }

  get schemas(): Readonly<Record<string, Schema>> {
    return this.document.components.schemas;
  }

  /** Resolves a schema reference. */
  resolved(schema: Schema | undefined): Schema {
    const name = schema?.$ref?.replace('#/components/schemas/', '');
    return name === undefined ? (schema ?? {}) : this.resolved(this.schemas[name]);
  }

  /** Names of the fields of an operation's body of a type; null when it takes none. */
  bodyFields({ requestBody }: Operation, type = 'application/json'): readonly string[] | null {
    const body = requestBody?.content[type];
    return body ? Object.keys(this.resolved(body.schema).properties ?? {}) : null;
  }
}

/** What each route reads of a request apart from its path, a line per route: "GET /transfers: header x-flip-search, query limit". */
export function requestLines(api: OpenApi): string {
  const lines = api.operations.map((operation) => {
    const { route, parameters } = operation;
    const named = parameters
      .map((one) => (one.in === 'header' ? `header ${one.name.toLowerCase()}` : `${one.in} ${one.name}`))
      .filter((part) => !part.startsWith('path ') && part !== 'header x-flip-request');
    const fields = (api.bodyFields(operation) ?? []).map((name) => `body ${name}`);
    return (
      `${route.replace(' /api/', ' /')}: ${[...named, ...fields].toSorted().join(', ')}`.trimEnd() + '\n'
    );
  });
  return lines.toSorted().join('');
}

/** The refusals that the document names for each route. */
export class DocumentedRefusals {
  private readonly routes;

  constructor(document: object) {
    this.routes = Object.entries((document as Document).paths)
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({
          method: method.toUpperCase(),
          path: pathPattern(path),
          parameters: path.split('{').length,
          refusals: new Set(refusalsOf(operation)),
        })),
      )
      .toSorted((one, other) => one.parameters - other.parameters);
  }

  /** @throws Error for a problem that the documentation of its route does not name, or that does not say when to retry */
  check(
    asked: { readonly method: string; readonly url: string },
    { status, text, retryAfter }: RefusedResponse,
  ): void {
    const code = /^{"type":"urn:flip:problem:([^"]+)"/.exec(text)?.[1];
    if (code === undefined) return;
    if ((status === 429 || status === 503) && !/^[1-9]\d*$/.test(retryAfter ?? ''))
      throw new Error(`${asked.method} ${asked.url} answered ${status} without Retry-After`);
    const path = asked.url.split('?')[0] ?? '';
    const route = this.routes.find((known) => known.method === asked.method && known.path.test(path));
    if (!route || route.refusals.has(`${status} ${code}`)) return;
    throw new Error(
      `${asked.method} ${path} answered ${status} ${code}, which its documentation does not name`,
    );
  }
}

interface RefusedResponse {
  readonly status: number;
  readonly text: string;
  /** The header. */
  readonly retryAfter: string | null | undefined;
}

/** "409 not_payable", … */
export function refusalsOf({ responses }: Pick<Operation, 'responses'>): readonly string[] {
  return Object.entries(responses).flatMap(([status, { content }]) => {
    const [, named] = content?.['application/problem+json']?.schema?.allOf ?? [];
    return (named?.properties?.['code']?.enum ?? []).map((code) => `${status} ${String(code)}`);
  });
}

/** Nest logs every mapped route at level debug, documented or not. */
export function mappedRoutes(output: string): readonly string[] {
  return [...output.matchAll(/Mapped \{([^,}]+), ([A-Z]+)\} route/g)].map(
    ([, path = '', method = '']) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
  );
}
