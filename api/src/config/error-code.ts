/** The `code` of a driver's or the system's error, '' when it has none. */
export function errorCode(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return String(error.code);
}
