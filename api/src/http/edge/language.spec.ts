import type { FastifyRequest } from 'fastify';
import { languageOf } from './language.js';

const of = (header: string | undefined, query: object = {}) =>
  languageOf({ query, headers: { 'accept-language': header } } as unknown as FastifyRequest);

it.each([
  ['the most wanted language', 'en;q=0.4, es;q=0.8', 'es'],
  ['the first of equally wanted ones', 'es, en', 'es'],
  ['a language with a region', 'es-MX', 'es'],
  ['the next one where a language is not spoken', 'fr, es;q=0.5', 'es'],
  ['English where the other language is refused', 'es;q=0', 'en'],
  ['English without a wish', undefined, 'en'],
  ['English for a header longer than any browser sends', `es${' '.repeat(500)}`, 'en'],
])('a caller gets %s', (_, header, language) => {
  expect(of(header)).toBe(language);
});

it('the language of the address comes before that of the header', () => {
  expect(of('en', { lng: 'es' })).toBe('es');
  expect(of('es', { lng: 'fr' })).toBe('es');
});
