/** The name of an error: all that a log line may contain of an error with text that can quote an event or an address. */
export const errorName = (error: unknown): string => (error instanceof Error ? error.name : 'unknown');

/** Longest quotation of an error's text in a log line. */
const TEXT_LIMIT = 200;

/** Name and text of an error of a provider's call: our adapters write these texts, without values of the request. */
export const errorText = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}`.slice(0, TEXT_LIMIT) : errorName(error);

/** The `code` of an error of a driver or the system; '' when it has none. */
export function errorCode(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return String(error.code);
}
