import { ApiError } from '../../lib/api/api-error';
import { outcomeOf } from './outcome';

const refusalOf = (status: number, code = 'x'): ApiError => new ApiError({ status, code, message: '' });

describe('what an error says about a send', () => {
  it.each([
    ['a limit', refusalOf(422, 'weekly_limit_exceeded')],
    ['another total', refusalOf(409, 'total_changed')],
    ['a wrong field', refusalOf(400, 'validation_failed')],
    ['the cap on refusals', refusalOf(429, 'too_many_refusals')],
    ['too many declined cards', refusalOf(429, 'too_many_declines')],
  ])('is final after %s: the next press is another send', (_, error) => {
    expect(outcomeOf(error)).toBe('refused');
  });

  it.each([
    ['no response', refusalOf(0, 'no_connection')],
    ['a failing server', refusalOf(503)],
    ['a fault of the server', refusalOf(500)],
    ['a request that took too long to arrive', refusalOf(408)],
    ['the limiter in front of the decision', refusalOf(429, 'too_many_requests')],
    ['a bug of this page', new TypeError('x')],
  ])('is unknown after %s: the key is kept', (_, error) => {
    expect(outcomeOf(error)).toBe('unknown');
  });

  it('is left open when the session ended', () => {
    expect(outcomeOf(refusalOf(401))).toBe('signed-out');
  });
});
