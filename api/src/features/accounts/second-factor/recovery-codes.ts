import type { Secrets } from '../../../config/runtime.js';
import { blindIndex } from '../../../engine/vault/blind-index.js';
import { codeText } from '../../../kernel/text/pasted-text.js';
import { newCode } from '../passwords/typed-codes.js';

export const RECOVERY_CODE_COUNT = 10;

/** Ten random codes. */
export const newRecoveryCodes = (): readonly string[] =>
  Array.from({ length: RECOVERY_CODE_COUNT }, () => newCode());

/** What the vault keeps of a code: it tells whether a code is one of the factor's, and not which codes those are. */
export function recoveryIndex(
  code: string,
  factorId: string,
  { blindIndexKey }: Pick<Secrets, 'blindIndexKey'>,
): string {
  return blindIndex(blindIndexKey, 'recovery-code', `${factorId} ${codeText(code)}`);
}
