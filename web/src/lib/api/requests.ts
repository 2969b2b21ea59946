import type { paths } from './schema';

/** The paths that take a method, without the base: "/transfers/{id}". */
export type PathOf<Method extends string> = {
  [Path in keyof paths]: paths[Path] extends Readonly<Record<Method, object>> ? WithoutBase<Path> : never;
}[keyof paths];

/** What a request of the path takes: the parameters of its path, query and header, and its body; a query of null is omitted. */
export type RequestOf<Method extends string, Path extends string> = Taken<Operation<Method, Path>>;

/** The JSON of the path's response; undefined for an empty one. */
export type ResponseOf<Method extends string, Path extends string> = Content<
  Responses<Operation<Method, Path>>
>;

/** The arguments after the path, which may be omitted where nothing is required. */
export type Arguments<Method extends string, Path extends string, More = unknown> = [object] extends [
  RequestOf<Method, Path>,
]
  ? [request?: RequestOf<Method, Path> & More]
  : [request: RequestOf<Method, Path> & More];

/** The body that the path takes. */
export type BodyOf<Method extends string, Path extends string> =
  RequestOf<Method, Path> extends { readonly body: infer Fields } ? Fields : never;

/** The query that the path takes. */
export type QueryOf<Path extends PathOf<'get'>> =
  RequestOf<'get', Path> extends { readonly query?: infer Fields } ? Fields : never;

/** Any request, when its types have been checked. */
export interface AnyRequest {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | null>>;
  readonly header?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The address of a request, without the base. */
export function addressOf(path: string, { path: values = {}, query = {} }: AnyRequest): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== null);
  return given.length === 0 ? filled : `${filled}?${new URLSearchParams(given).toString()}`;
}

type WithoutBase<Path> = Path extends `/api${infer Rest}` ? Rest : never;

type Operation<Method extends string, Path extends string> = Path extends unknown
  ? `/api${Path}` extends keyof paths
    ? paths[`/api${Path}`][Method & keyof paths[`/api${Path}`]]
    : never
  : never;

type Taken<One> = One extends { readonly parameters: infer Parameters }
  ? Pick<Parameters, keyof Parameters & ('path' | 'header')> & Query<Parameters> & Body<One>
  : never;

/** Every route reads `lng`, the language of its texts. */
type Query<Parameters> = {
  readonly [Part in keyof Parameters as Part & 'query']: Nullable<
    Parameters[Part] & { readonly lng?: string }
  >;
};

type Nullable<Fields> = { readonly [Name in keyof Fields]: Fields[Name] | null };

type Body<One> = One extends {
  readonly requestBody: { readonly content: { readonly 'application/json': infer Fields } };
}
  ? { readonly body: Frozen<Fields> }
  : { readonly body?: never };

/** Its lists may be read-only. A form cannot promise that a switch is on: the API refuses one that has to be. */
type Frozen<Value> = Value extends boolean
  ? boolean
  : { readonly [Name in keyof Value]: Frozen<Value[Name]> };

type Responses<One> = One extends { readonly responses: infer Of } ? Of[keyof Of] : never;

type Content<One> = One extends { readonly content: { readonly 'application/json': infer Fields } }
  ? Fields
  : undefined;
