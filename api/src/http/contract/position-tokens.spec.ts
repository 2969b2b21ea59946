import type { Secrets } from '../../config/runtime.js';
import { PositionTokens } from './position-tokens.js';

const tokens = () => new PositionTokens({ keyEncryptionKey: Buffer.alloc(32, 7) } as unknown as Secrets);

it('a position of any store comes back whole; one that does not fit is never cut', () => {
  const made = tokens();
  for (const position of ['1', '0'.repeat(32)])
    expect(made.read(made.tokenOf(position))?.position).toBe(position);
  expect(() => made.tokenOf('0'.repeat(33))).toThrow('longer than its token');
});

it('shows whether this process created it', () => {
  const [one, other] = [tokens(), tokens()];
  const token = one.tokenOf('5');
  expect(one.read(token)).toEqual({ position: '5', isOfThisRun: true });
  expect(other.read(token)).toEqual({ position: '5', isOfThisRun: false });
});
