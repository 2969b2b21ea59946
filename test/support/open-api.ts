import type { Browser } from './browser.js';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description?: string;
  readonly schema?: Schema;
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

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

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Omit<Operation, 'route'>>>>>;
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** The OpenAPI document of a running server at /api/docs-json. */
export class OpenApi {
  readonly operations: readonly Operation[];

  private constructor(readonly document: Document) {
    this.operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([name, operation]) => {
        const method = name.toUpperCase();
        return { ...operation, method, path, route: `${method} ${path}` };
      }),
    );
  }

  static async of(browser: Browser): Promise<OpenApi> {
    return new OpenApi((await browser.get<Document>('/api/docs-json')).body);
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

/** Nest logs every mapped route at level debug, documented or not. */
export function mappedRoutes(output: string): readonly string[] {
  return [...output.matchAll(/Mapped \{([^,}]+), ([A-Z]+)\} route/g)].map(
    ([, path = '', method = '']) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
  );
}
