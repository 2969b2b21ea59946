import { type Answer, AnswerMemory } from './answer-memory.js';

const answer = (body: string, views = ['transactions']): Answer => ({
  views,
  headers: [],
  body: Buffer.from(body),
  fromMs: 0,
  untilMs: Infinity,
});
const large = 'x'.repeat(10_000);

describe('the memory of answers', () => {
  const bounded = (limits: object = {}) =>
    new AnswerMemory({ bytes: 1_000_000, people: 100, answersEach: 3, ...limits });

  it('gives each person their own answer to the same question', () => {
    const memory = bounded();
    memory.set('ana', '/list', answer('of Ana'));
    memory.set('ben', '/list', answer('of Ben'));
    expect(memory.get('ana', '/list')?.body.toString()).toBe('of Ana');
    expect(memory.get('ben', '/list')?.body.toString()).toBe('of Ben');
    expect(memory.get('eve', '/list')).toBeUndefined();
  });

  it('forgets what was made of the changed view for its owner, and nothing else', () => {
    const memory = bounded();
    for (const person of ['ana', 'ben']) {
      memory.set(person, '/list', answer('list'));
      memory.set(person, '/allowance', answer('allowance', ['transactions', 'kyc_requests']));
    }
    memory.forget('kyc_requests', new Set(['ana', 'eve']));
    expect(memory.get('ana', '/allowance')).toBeUndefined();
    expect(memory.get('ana', '/list')).toBeDefined();
    expect(memory.get('ben', '/allowance')).toBeDefined();
    memory.forget('transactions', 'everybody');
    expect(memory.get('ben', '/allowance')).toBeUndefined();
    expect(memory.bytes).toBe(0);
  });

  it('never holds more bytes, people or answers of one person than it may', () => {
    const memory = bounded({ bytes: 200_000 });
    for (let number = 0; number < 500; number += 1) {
      memory.set(`person ${number % 50}`, `/list?cursor=${number}`, answer(large));
      expect(memory.bytes).toBeLessThanOrEqual(200_000);
    }
    const few = bounded({ people: 2 });
    for (const person of ['ana', 'ben', 'eve']) few.set(person, '/list', answer('list'));
    expect(['ana', 'ben', 'eve'].filter((person) => few.get(person, '/list'))).toHaveLength(2);
    for (const page of [1, 2, 3, 4]) few.set('ana', `/list?page=${page}`, answer('page'));
    expect([1, 2, 3, 4].filter((page) => few.get('ana', `/list?page=${page}`))).toEqual([2, 3, 4]);
  });

  it('lets go of who did not come back before who did', () => {
    const memory = bounded({ people: 3 });
    for (const person of ['ana', 'ben', 'eve', 'joe']) memory.set(person, '/list', answer('list'));
    // Everybody had a first turn by now.
    memory.get('ben', '/list');
    memory.set('kim', '/list', answer('list'));
    expect(memory.get('ben', '/list')).toBeDefined();
    expect(memory.get('eve', '/list')).toBeUndefined();
  });

  it('counts an answer that replaces another once', () => {
    const memory = bounded();
    memory.set('ana', '/list', answer(large));
    const { bytes } = memory;
    memory.set('ana', '/list', answer(large));
    expect(memory.bytes).toBe(bytes);
  });
});
