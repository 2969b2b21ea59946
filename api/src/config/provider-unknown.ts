/**
 * A provider call without a definite answer (deadline, lost connection, 5xx, rate limit): it may have happened. The same
 * call with the same key is safe to repeat.
 */
export class ProviderUnknown extends Error {
  override readonly name = 'ProviderUnknown';
}
