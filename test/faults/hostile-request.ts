/** One field of a request: a valid value, and values outside its type, length or characters. Body values are JSON text. */
export interface Field {
  readonly valid: string;
  readonly hostile: readonly string[];
}

type Fields = Readonly<Record<string, Field>>;

/** One request with exactly its documented fields. */
export interface Request {
  readonly body?: Fields;
  readonly query?: Fields;
  readonly path?: Fields;
  readonly headers?: Fields;
}
