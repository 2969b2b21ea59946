import { Body, Controller, Get, Module, Post } from '@nestjs/common';
import { newCommandContext } from '../../engine/commands/command-context.js';
import { CommandRunner } from '../../engine/commands/command-runner.js';
import { TestApp } from '../../../../test/support/test-app.js';
import type { Secrets } from '../../config/runtime.js';
import { EventSourcingModule } from '../../event-sourcing/event-sourcing.module.js';
import { DomainError } from '../../kernel/domain-error.js';
import type { Projection } from '../../event-sourcing/projection.js';
import { PositionTokens } from './position-tokens.js';
import { Refuses } from './refuses.js';
import { ReadsViews } from './position.interceptor.js';

interface Wish {
  readonly noted?: boolean;
  readonly refused?: boolean;
}

const notesProjection: Projection = {
  name: 'notes',
  version: 1,
  indexes: [],
  prefixes: ['note-'],
  keys: () => [],
  evolve: (document) => document,
};

@Controller('notes')
class NotesController {
  constructor(private readonly runner: CommandRunner) {}

  @Post()
  @Refuses('not_found')
  async note(@Body() { noted = true, refused = false }: Wish): Promise<object> {
    const context = newCommandContext({ kind: 'sender', id: 'ana' });
    if (noted) await this.runner.execute({ decider: noting, stream: 'note-ana', command: {}, context });
    if (refused) throw new DomainError('not_found');
    return {};
  }

  @Get()
  @ReadsViews(notesProjection)
  look(): object {
    return {};
  }
}

const noting = {
  name: 'noting',
  initialState: () => null,
  decide: () => [{ type: 'Noted', data: {} }],
  evolve: (state: null) => state,
};

@Module({
  imports: [
    EventSourcingModule.forFeature({
      streams: [{ prefix: 'note-' }],
      projections: [notesProjection],
      events: [{ type: 'Noted', schemaVersion: 1, summary: 'A note', example: {} }],
    }),
  ],
  controllers: [NotesController],
})
class NotesModule {}

const FOREIGN = { keyEncryptionKey: Buffer.alloc(32, 1).toString('base64') } as Secrets;
let app: TestApp;

beforeAll(async () => {
  app = await TestApp.open([NotesModule]);
});
afterAll(() => app.close());

const tokens = () => app.get(PositionTokens);
const head = () => app.eventLog.head();
const positionIn = (token: string) => tokens().read(token)?.position;

/** The token in the response to a command of a client that returns `known`. */
async function tokenAfter(known?: string, body: Wish = {}): Promise<string> {
  const headers = known === undefined ? {} : { 'x-flip-position': known };
  const response = await app.person('ana').request('POST', '/notes', { body, headers });
  return String(response.headers['x-flip-position']);
}

describe('the response to a command has a token that', () => {
  it('covers what the command recorded, is always equally long, and never the same twice', async () => {
    const one = await tokenAfter();
    expect(positionIn(one)).toBe(await head());
    const [two, three] = [await tokenAfter(one, { noted: false }), await tokenAfter(one, { noted: false })];
    expect(positionIn(two)).toBe(positionIn(three));
    expect(two).not.toBe(three);
    expect([two.length, three.length]).toEqual([one.length, one.length]);
  });

  it('is there when nothing was recorded, and when the command was refused', async () => {
    expect(positionIn(await tokenAfter(undefined, { noted: false }))).toBe('');
    expect(positionIn(await tokenAfter(undefined, { refused: true }))).toBe(await head());
    const { headers } = await app.person('ana').request('GET', '/notes');
    expect(headers).not.toHaveProperty('x-flip-position');
  });

  it('covers the tokens sent with it, in any order', async () => {
    const [one, two, three] = [await tokenAfter(), await tokenAfter(), await tokenAfter()];
    for (const sent of [`${one},${three},${two}`, `${three}, ${one} , ${two}`])
      expect(positionIn(await tokenAfter(sent, { noted: false }))).toBe(positionIn(three));
  });

  it('forgets tokens beyond the end of the log, as after a restore, but none of the others', async () => {
    const known = await tokenAfter();
    const lost = tokens().tokenOf('00000000000000099999');
    const after = await tokenAfter(`${lost},${known}`, { noted: false });
    expect(positionIn(after)).toBe(positionIn(known));
    expect(positionIn(await tokenAfter(lost, { noted: false }))).toBe('');
  });

  it('covers no more than sixteen', async () => {
    const oldest = await tokenAfter();
    const newest = await tokenAfter();
    const sent = [...Array.from({ length: 16 }, () => oldest), newest].join(',');
    expect(positionIn(await tokenAfter(sent, { noted: false }))).toBe(positionIn(oldest));
  });

  it.each([
    ['no token', () => '00000000000000000001'],
    ['a token of another installation', () => new PositionTokens(FOREIGN).tokenOf('00000000000000000001')],
    [
      'a changed token',
      () =>
        tokens()
          .tokenOf('00000000000000000001')
          .replace(/.$/, (end) => (end === 'A' ? 'Q' : 'A')),
    ],
    ['a very long text', () => ','.repeat(8_000)],
    ['text of every kind', () => "../../etc, '; drop table"],
  ])('covers nothing of %s', async (_, text) => {
    expect(positionIn(await tokenAfter(text(), { noted: false }))).toBe('');
  });
});
