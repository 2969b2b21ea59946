import { storageKeys } from '../../lib/api/keys';
import { storedQuickSend, storeQuickSend } from './quick-send-draft';
import { valuesOf, type QuickSendValues } from './quick-send-rules';

const typed: QuickSendValues = { ...valuesOf(null), recipient: 'Maya', platform: 'Venmo', amount: '12,' };

const store = (value: unknown): void => {
  sessionStorage.setItem(storageKeys.quickSend, JSON.stringify(value));
};

afterEach(() => {
  sessionStorage.clear();
});

describe('what is typed into Quick Send', () => {
  it('is read back as it was typed, by its sender only', () => {
    storeQuickSend('ana', typed);
    expect(storedQuickSend('ana')).toEqual(typed);
    expect(storedQuickSend('luis')).toBeNull();
  });

  it('may be longer than a field allows, because nothing is checked before it is sent', () => {
    const long = { ...typed, note: 'x'.repeat(5_000) };
    storeQuickSend('ana', long);
    expect(storedQuickSend('ana')).toEqual(long);
  });

  it('is not stored when nothing is typed', () => {
    storeQuickSend('ana', typed);
    storeQuickSend('ana', valuesOf(null));
    expect(sessionStorage).toHaveLength(0);
  });

  it.each([
    ['nothing', null],
    ['no values', { uid: 'ana' }],
    ['a field that is missing', { uid: 'ana', values: { ...typed, note: undefined } }],
    ['a field that is not text', { uid: 'ana', values: { ...typed, amount: 12 } }],
    ['an unknown platform', { uid: 'ana', values: { ...typed, platform: 'Pigeon' } }],
  ])('is dropped when the stored value has %s', (_, value) => {
    store(value);
    expect(storedQuickSend('ana')).toBeNull();
  });
});
