import { generateSecret, generateURI, verifySync } from 'otplib';

/** Seconds that one code is shown for. */
export const STEP_SECONDS = 30;
/** A code of six digits. */
export const CODE_PATTERN = /^\d{6}$/;
/** What authenticator apps call us. */
const ISSUER = 'Flip';

/** A new secret of 160 bits, in base32. */
export function newTotpSecret(): string {
  return generateSecret();
}

/** What the QR code says: the secret, and the names under which an authenticator app lists it. */
export function totpUri(secret: string, email: string): string {
  return generateURI({ issuer: ISSUER, label: email, secret });
}

/**
 * The time step of a code (RFC 6238) that is shown now, just before or just after; null for any other code, and for one of
 * a step up to `afterStep`: a code works once.
 */
export function acceptedStep(
  secret: string,
  code: string,
  { nowMs, afterStep }: { readonly nowMs: number; readonly afterStep: number },
): number | null {
  if (!CODE_PATTERN.test(code)) return null;
  const epoch = Math.floor(nowMs / 1_000);
  const checked = verifySync({ secret, token: code, epoch, epochTolerance: STEP_SECONDS });
  if (!checked.valid || !('timeStep' in checked)) return null;
  return checked.timeStep > afterStep ? checked.timeStep : null;
}
