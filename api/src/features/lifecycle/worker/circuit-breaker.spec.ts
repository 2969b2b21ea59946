import { CircuitBreaker } from './circuit-breaker.js';

const PARALLEL = 8;
let breaker: CircuitBreaker;
beforeEach(() => {
  breaker = new CircuitBreaker('stripe', () => PARALLEL);
});

const fail = (...keys: readonly string[]) => {
  for (const key of keys) breaker.gotNoResponse(key);
};

it('a provider that leaves five transfers in a row without a response is called once at a time, when allowed', () => {
  fail('1', '2', '3', '4');
  expect(breaker.limit()).toBe(PARALLEL);
  fail('5');
  expect(breaker.limit()).toBe(0);
  breaker.allowProbe();
  expect(breaker.limit()).toBe(1);
  breaker.begins();
  expect(breaker.limit()).toBe(0);
});

it('one transfer without a response again and again keeps no call back', () => {
  fail('1', '1', '1', '1', '1', '1');
  expect(breaker.limit()).toBe(PARALLEL);
});

it('a response ends it, and the count restarts', () => {
  fail('1', '2', '3', '4', '5');
  breaker.responded();
  expect(breaker.limit()).toBe(PARALLEL);
  fail('1', '2', '3', '4');
  expect(breaker.limit()).toBe(PARALLEL);
});

it('a provider is probed with transfers that have not failed yet', () => {
  fail('1', '2', '3', '4');
  expect(breaker.goesFirst('1')).toBe(true);
  fail('5');
  expect(['1', '6'].map((key) => breaker.goesFirst(key))).toEqual([false, true]);
});
