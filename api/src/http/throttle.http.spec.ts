import { Controller, Get, Module, Post } from '@nestjs/common';
import type { Problem } from '../kernel/accounts.js';
import { type Answered, TestApp, type TestPerson } from '../../../test/support/test-app.js';

const READS_A_MINUTE = 1_200;

jest.setTimeout(60_000);

@Controller()
class NotesController {
  @Get('notes')
  notes(): object {
    return {};
  }

  @Post('notes')
  note(): object {
    return {};
  }

  @Get('letters')
  letters(): object {
    return {};
  }
}

@Module({ controllers: [NotesController] })
class NotesModule {}

describe('the rate limit', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.open([NotesModule]);
  });
  afterAll(() => app.close());

  const read = (person: TestPerson, path = '/notes') => person.ask<Problem>('GET', path);

  it('slows a user down after 1,200 reads of a route a minute, but no other user at the same address', async () => {
    const [eve, ben] = [app.person('eve'), app.person('ben')];
    for (let count = 1; count <= READS_A_MINUTE; count += 1)
      if ((await read(eve)).status !== 200) throw new Error(`request ${count} was refused`);
    const refused = await read(eve);
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await read(eve, '/letters')).status).toBe(200);
    expect((await read(ben)).status).toBe(200);
  });

  it('slows an address down after 120 writes a minute, which allows 60 sends', async () => {
    const nobody = app.person('');
    const answers: Answered<Problem>[] = [];
    for (let count = 0; count < 130; count += 1)
      answers.push(
        await nobody.ask('POST', '/notes', { headers: { 'x-forwarded-for': `203.0.113.${count}` } }),
      );
    expect(answers.slice(0, 120).every(({ status }) => status === 201)).toBe(true);
    const last = answers.at(-1);
    expect([last?.status, last?.body.code]).toEqual([429, 'too_many_requests']);
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0);
  });
});
