import { Controller, Get, Headers, Module, Post, UnauthorizedException } from '@nestjs/common';
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

  @Post('webhooks/notes')
  webhook(@Headers('x-signed') signed: string): void {
    if (signed !== 'yes') throw new UnauthorizedException();
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

  it('counts a HEAD as the read that it is', async () => {
    const eve = app.person('eve with HEAD');
    for (let count = 0; count < 125; count += 1) await read(eve);
    expect((await eve.ask('HEAD', '/notes')).status).toBe(200);
    expect((await read(eve)).status).toBe(200);
  });

  it('refuses webhooks of an address after 60 refused ones a minute, but never accepted ones', async () => {
    const provider = app.person('');
    const send = async (signed: string) =>
      (await provider.ask<Problem>('POST', '/webhooks/notes', { headers: { 'x-signed': signed } })).status;
    for (let count = 0; count < 100; count += 1) expect(await send('yes')).toBe(201);
    for (let count = 0; count < 60; count += 1) expect(await send('no')).toBe(401);
    expect([await send('no'), await send('yes')]).toEqual([429, 429]);
    expect((await read(provider, '/letters')).status).toBe(200);
  });
});
