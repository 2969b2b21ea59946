/** An expected refusal: `code` names it in every language file, `params` fill its text (money as "20.00"). */
export class DomainError extends Error {
  constructor(
    readonly code: string,
    readonly params: Readonly<Record<string, string | number | null>> = {},
    options?: ErrorOptions,
  ) {
    super(code, options);
    this.name = 'DomainError';
  }
}
