import { problemTextOf } from './problem-text.js';

const limits = (sendable: string) => ({
  code: 'per_transfer_limit_exceeded',
  params: { perTransferLimit: '1000.00', sendable, remaining: null },
});

describe('the text of a refusal', () => {
  it.each(['en', 'es'])('groups the digits of amounts as the pages do, in %s', (language) => {
    const { values } = problemTextOf({ code: 'total_changed', params: { total: '1234567.50' } }, language);
    expect(values['total']).toBe('1,234,567.50');
  });

  it('leaves values that are not amounts unchanged', () => {
    const params = { requestId: '1234', limit: 5000, remaining: null };
    expect(problemTextOf({ code: 'x', params }, 'en').values).toEqual(params);
  });

  it.each([
    ['en', 1, '1 second'],
    ['en', 60, '60 seconds'],
    ['en', 61, '2 minutes'],
    ['en', 1_200, '20 minutes'],
    ['es', 1, '1 segundo'],
    ['es', 42, '42 segundos'],
    ['es', 1_200, '20 minutos'],
  ])('states in %s how long to wait: %d s', (language, seconds, said) => {
    expect(problemTextOf({ code: 'x', params: { seconds } }, language).values['wait']).toBe(said);
  });

  it('states what can be sent now only when that is less than the maximum', () => {
    expect(problemTextOf(limits('250.00'), 'en').key).toBe('per_transfer_limit_exceeded_less');
    expect(problemTextOf(limits('1000.00'), 'en').key).toBe('per_transfer_limit_exceeded');
  });
});
