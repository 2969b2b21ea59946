/** An expected refusal: `code` is its key in every language file, `params` fill in its text (money as "20.00"). */
export class DomainError extends Error {
  constructor(
    readonly code: string,
    readonly params: Readonly<Record<string, string | number | null>> = {},
    private readonly options: ErrorOptions & { readonly details?: Readonly<Record<string, unknown>> } = {},
  ) {
    super(code, options);
    this.name = 'DomainError';
  }

  /** Fields of the answer besides its params. */
  get details(): Readonly<Record<string, unknown>> {
    return this.options.details ?? {};
  }
}
