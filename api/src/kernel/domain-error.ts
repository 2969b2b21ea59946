interface RefusalDetails {
  readonly details?: Readonly<Record<string, unknown>>;
  /** What is wrong where in the request; each code is a key of the language files, too. */
  readonly fields?: readonly { readonly field: string; readonly code: string }[];
}

/** An expected refusal: `code` is its key in every language file, `params` fill in its text (money as "20.00"). */
export class DomainError extends Error {
  constructor(
    readonly code: string,
    readonly params: Readonly<Record<string, string | number | null>> = {},
    private readonly options: ErrorOptions & RefusalDetails = {},
  ) {
    super(code, options);
    this.name = 'DomainError';
  }

  /** Fields of the answer besides its params. */
  get details(): Readonly<Record<string, unknown>> {
    return this.options.details ?? {};
  }

  /** The fields of the request that are refused; undefined when the refusal is not about single ones. */
  get fields(): RefusalDetails['fields'] {
    return this.options.fields;
  }
}
