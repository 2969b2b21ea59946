/**
 * A provider call without a definite answer (deadline, lost connection, 5xx, rate limit): it may have happened. The same
 * call with the same key is safe to repeat.
 */
export class ProviderUnknown extends Error {
  override readonly name: string = 'ProviderUnknown';
}

/**
 * The provider knows no such payment, refund or payout, although it has named it before. A call that needs it is repeated
 * like any other without an answer; a comparison reports it.
 */
export class UnknownToProvider extends ProviderUnknown {
  override readonly name = 'UnknownToProvider';
}

/** The provider has refused the call for good: nothing has happened, and a repeat has the same answer. */
export class RefusedByProvider extends Error {
  override readonly name = 'RefusedByProvider';
}

/** Not called: the provider has asked for no call within these seconds. */
export class ProviderBusy extends ProviderUnknown {
  constructor(
    provider: string,
    readonly seconds: number,
  ) {
    super(`${provider} asks for no call within ${seconds} s`);
  }
}

/** The provider itself does not work: no response in time, a lost connection, or 5xx. */
export class ProviderAway extends ProviderUnknown {}
