import { storage } from './storage';

const NAMES = { local: 'localStorage', session: 'sessionStorage' } as const;
const blocked = () => {
  throw new DOMException('Blocked', 'SecurityError');
};
const full = {
  getItem: () => null,
  setItem: () => {
    throw new DOMException('Full', 'QuotaExceededError');
  },
  removeItem: () => undefined,
};

describe.each(['local', 'session'] as const)('%s storage', (kind) => {
  const own = window[NAMES[kind]];
  const replace = (get: () => unknown) =>
    Object.defineProperty(window, NAMES[kind], { configurable: true, get });
  afterEach(() => {
    replace(() => own);
    own.clear();
  });

  it.each<[string, () => unknown]>([
    ['as browsers have it', () => own],
    ['that does not exist', () => null],
    ['where site data are blocked', blocked],
    ['that is full', () => full],
  ])('%s keeps values until the page is left', (_, get) => {
    replace(get);
    const store = storage(kind);
    expect(store.get('flip:a')).toBeNull();
    store.set('flip:a', '1');
    store.set('flip:b', '2');
    store.set('other', '3');
    expect([store.get('flip:a'), store.get('flip:b')]).toEqual(['1', '2']);
    expect(store.names('flip:')).toEqual(['flip:a', 'flip:b']);
    store.mark('flip:a');
    const mark = store.get('flip:a');
    store.mark('flip:a');
    expect(store.get('flip:a')).not.toBe(mark);
    for (const name of store.names('')) store.remove(name);
    expect(store.get('flip:a')).toBeNull();
  });

  it('has a value again once there is room', () => {
    replace(() => full);
    storage(kind).set('flip:a', '1');
    replace(() => own);
    storage(kind).set('flip:a', '2');
    expect(own.getItem('flip:a')).toBe('2');
    expect(storage(kind).names('')).toEqual(['flip:a']);
  });
});
