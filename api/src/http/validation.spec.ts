import type { ArgumentMetadata } from '@nestjs/common';
import { IsIn, IsOptional, IsString } from 'class-validator';
import { RequestPipe } from './validation.js';

class PageDto {
  @IsString()
  @IsIn(['10', '20'])
  limit = '20';
}

class WiderPageDto extends PageDto {
  @IsOptional()
  @IsString()
  cursor?: string;
}

const query = (metatype: NonNullable<ArgumentMetadata['metatype']>): ArgumentMetadata => ({
  type: 'query',
  metatype,
});

describe('a query', () => {
  const pipe = new RequestPipe();

  it('is passed on as transformed by its DTO, with defaults, even when cached', async () => {
    for (let time = 0; time < 2; time += 1) {
      expect(await pipe.transform({}, query(PageDto))).toEqual(new PageDto());
      expect(await pipe.transform({ limit: '10' }, query(PageDto))).toMatchObject({ limit: '10' });
    }
  });

  it('is validated against the DTO of its own route, even if another one accepted it', async () => {
    const asked = { limit: '10', cursor: 'next' };
    expect(await pipe.transform(asked, query(WiderPageDto))).toBeInstanceOf(WiderPageDto);
    await expect(pipe.transform(asked, query(PageDto))).rejects.toThrow();
  });

  it('is refused every time it is invalid', async () => {
    for (let time = 0; time < 2; time += 1)
      await expect(pipe.transform({ limit: '30' }, query(PageDto))).rejects.toThrow();
  });

  it('cannot be modified by its handler', async () => {
    const page = (await pipe.transform({}, query(PageDto))) as PageDto;
    expect(() => (page.limit = '10')).toThrow(TypeError);
  });
});

it('a body is a new object for every request', async () => {
  const pipe = new RequestPipe();
  const body: ArgumentMetadata = { type: 'body', metatype: PageDto };
  expect(await pipe.transform({}, body)).not.toBe(await pipe.transform({}, body));
});
