/** The name of an error: all that a log line may hold of one whose text can quote an event or an address. */
export const errorName = (error: unknown): string => (error instanceof Error ? error.name : 'unknown');

/** The `code` of an error of a driver or the system; '' when it has none. */
export function errorCode(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return String(error.code);
}
