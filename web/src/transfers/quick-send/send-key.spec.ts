import { createSendKey } from './send-key';

const keys = (): (() => string) => {
  let made = 0;
  return () => `key-${String(++made)}`;
};

describe('the key of a send', () => {
  it('stays the same while the outcome is unknown', () => {
    const sendKey = createSendKey(keys());
    expect(sendKey.keyFor({ amount: '20.00' })).toBe('key-1');
    expect(sendKey.keyFor({ amount: '20.00' })).toBe('key-1');
  });

  it('is new after a final response', () => {
    const sendKey = createSendKey(keys());
    sendKey.keyFor({ amount: '20.00' });
    sendKey.settle();
    expect(sendKey.keyFor({ amount: '20.00' })).toBe('key-2');
  });

  it('is new for another body, even after an unknown outcome', () => {
    const sendKey = createSendKey(keys());
    sendKey.keyFor({ amount: '20.00' });
    expect(sendKey.keyFor({ amount: '30.00' })).toBe('key-2');
  });
});
