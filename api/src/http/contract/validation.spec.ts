import type { ArgumentMetadata } from '@nestjs/common';
import { IntersectionType } from '@nestjs/swagger';
import { IsOptional, IsString } from 'class-validator';
import { I18nValidationException } from 'nestjs-i18n';
import { CleanText, fieldRefusals, IsIn, RequestPipe } from './validation.js';

class PageDto {
  @IsString()
  @IsIn(['10', '20'])
  limit = '20';
}

class SearchDto {
  @IsOptional()
  @CleanText(8)
  q?: string;
}

class SearchPageDto extends IntersectionType(PageDto, SearchDto) {}

const pipe = new RequestPipe();
const query = (metatype: NonNullable<ArgumentMetadata['metatype']>): ArgumentMetadata => ({
  type: 'query',
  metatype,
});
/** The refusals of a value: field, code and arguments of its text. */
async function refusalsOf(value: object, metadata: ArgumentMetadata) {
  const error: unknown = await pipe.transform(value, metadata).catch((thrown: unknown) => thrown);
  if (!(error instanceof I18nValidationException)) throw new Error('accepted');
  return fieldRefusals(error.errors).map(({ field, code, args }) => [field, code, args]);
}

it('a query is passed on as transformed by its DTO, with defaults and without the language', async () => {
  expect(await pipe.transform({ lng: 'es' }, query(PageDto))).toEqual(new PageDto());
  await expect(pipe.transform({ lng: ['es', 'en'] }, query(PageDto))).rejects.toThrow();
  expect(await pipe.transform({ limit: '10' }, query(PageDto))).toBeInstanceOf(PageDto);
});

it('a mixed DTO has the rules, defaults and clean forms of each of its parts', async () => {
  expect(await pipe.transform({ q: ' maya ' }, query(SearchPageDto))).toEqual({ limit: '20', q: 'maya' });
  expect(await refusalsOf({ limit: '30', q: 'far too long' }, query(SearchPageDto))).toEqual([
    ['limit', 'choice', { values: '10, 20' }],
    ['q', 'too_long', { max: 8 }],
  ]);
});

it.each(['query', 'body'] as const)(
  'a %s is refused with the name of every field that no DTO declares',
  async (type) => {
    const names = [...Object.getOwnPropertyNames(Object.prototype), 'prototype', 'x'];
    for (const name of names.filter((one) => one !== '__proto__'))
      expect(await refusalsOf({ [name]: 'x' }, { type, metatype: PageDto })).toEqual([
        [name, 'unknown_field', {}],
      ]);
  },
);

it('only a query may name the language', async () => {
  expect(await refusalsOf({ lng: 'es' }, { type: 'body', metatype: PageDto })).toEqual([
    ['lng', 'unknown_field', {}],
  ]);
});
