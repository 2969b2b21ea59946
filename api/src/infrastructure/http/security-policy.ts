/** Architecture §6: nothing from elsewhere, no inline script, no framing. */
export const SECURITY_POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** The policy of an address. The API's own pages keep it too: Swagger UI runs without inline script. */
export function securityPolicyOf(_url: string): string {
  return SECURITY_POLICY;
}
