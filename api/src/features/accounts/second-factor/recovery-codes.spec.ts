import { TYPED_CODE_PATTERN } from '../passwords/typed-codes.js';
import { newRecoveryCodes, recoveryIndex } from './recovery-codes.js';

const secrets = { blindIndexKey: Buffer.alloc(32, 7).toString('base64') };
const indexOf = (code: string, factorId = 'factor') => recoveryIndex(code, factorId, secrets);

describe('recovery codes', () => {
  it('are ten different ones in three groups, without letters and digits that look alike', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) {
      expect(code).toMatch(/^[2-9A-HJKMNP-TV-Z]{4}(-[2-9A-HJKMNP-TV-Z]{4}){2}$/);
      expect(code).toMatch(TYPED_CODE_PATTERN);
    }
  });

  it('are accepted in any case, with or without the separators', () => {
    const index = indexOf('K7QF-2M9X-P3DA');
    for (const typed of ['K7QF2M9XP3DA', 'k7qf-2m9x-p3da', 'k7qf 2m9x p3da'])
      expect(indexOf(typed)).toBe(index);
    expect(indexOf('K7QF-2M9X-P3DB')).not.toBe(index);
  });

  it('are kept so that the same code of another factor is another one', () =>
    expect(indexOf('K7QF-2M9X-P3DA', 'another')).not.toBe(indexOf('K7QF-2M9X-P3DA')));
});
