import { randomUUID } from 'node:crypto';
import { openAccounts } from '../../../../../test/support/accounts-app.js';
import { register } from '../../../../../test/support/recorded-facts.js';
import type { TestApp } from '../../../../../test/support/test-app.js';
import { waitFor } from '../../../../../test/support/wait-for.js';
import { newCommandContext } from '../../../engine/commands/command-context.js';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { Vault } from '../../../engine/vault/vault.port.js';
import { cardsDecider, cardsStream, type UndatedCardCommand } from '../../payments/cards/cards.decider.js';
import { CardRemindersWorker } from './card-reminders.worker.js';
import { WAITING } from './outbox.js';

const PATH = '/saved-cards';

describe('a card that expires', () => {
  let accounts: TestApp;
  beforeEach(async () => {
    accounts = await openAccounts();
    accounts.clock.nowMs = Date.parse('2026-11-24T12:00:00.000Z');
  });
  afterEach(() => accounts.close());

  /** A sender with these choices and a default card that is valid through a month. */
  const owner = async (
    choices: object,
    { expMonth, expYear }: { readonly expMonth: number; readonly expYear: number },
  ) => {
    const uid = await register(accounts);
    await accounts.record(`preferences-${uid}`, [{ type: 'PrefsUpdated', data: { changed: choices } }]);
    const act = (command: UndatedCardCommand) =>
      accounts.get(CommandRunner).execute({
        decider: cardsDecider,
        stream: cardsStream(uid),
        command,
        context: newCommandContext({ kind: 'sender', id: uid }),
      });
    const save = async (facts: {
      readonly expMonth: number;
      readonly expYear: number;
      readonly last4: string;
    }) => {
      const cardId = randomUUID();
      const card = {
        cardId,
        paymentMethodRef: `pm_${cardId}`,
        brand: 'visa',
        funding: 'debit' as const,
        ...facts,
      };
      await act({ type: 'SaveCard', card });
      return cardId;
    };
    const cardId = await save({ expMonth, expYear, last4: '5556' });
    return { email: `${uid}@people.example`, uid, cardId, save, act };
  };
  /** A round of the worker once the view has the cards. */
  const round = async () => {
    await accounts.caughtUp();
    await accounts.get(CardRemindersWorker).work(new AbortController().signal);
  };
  const mailsTo = (email: string) =>
    accounts.inbox.mails.filter(({ to, source }) => to === email && source.includes(PATH));
  /** Until the worker of mail has sent or dropped everything that is queued. */
  const settle = () =>
    waitFor('an empty outbox', async () => {
      const waiting = await accounts.get(Vault).list('outbox', WAITING);
      return waiting.length === 0 || null;
    });

  it('is mailed about once, in its last 60 days', async () => {
    const ana = await owner({ emailOptIn: true }, { expMonth: 1, expYear: 2027 });
    await round();
    await settle();
    expect(mailsTo(ana.email)).toEqual([]);
    // 60 days before its last day ends.
    accounts.clock.nowMs = Date.parse('2026-12-03T00:00:00.000Z');
    await round();
    await accounts.inbox.mailTo(ana.email, { path: PATH });
    accounts.clock.nowMs += 30 * 86_400_000;
    await round();
    await settle();
    expect(mailsTo(ana.email)).toHaveLength(1);
  });

  it.each([
    ['to somebody who wants no important emails', { emailOptIn: false }],
    ['to somebody who turned reminders off', { emailOptIn: true, emailReminders: false }],
  ])('is not mailed about %s', async (_, choices) => {
    const ana = await owner(choices, { expMonth: 12, expYear: 2026 });
    await round();
    await settle();
    expect(mailsTo(ana.email)).toEqual([]);
  });

  it('is not mailed about when it has expired, or when another card is used', async () => {
    const ana = await owner({ emailOptIn: true }, { expMonth: 12, expYear: 2026 });
    const cardId = await ana.save({ expMonth: 6, expYear: 2029, last4: '8210' });
    await ana.act({ type: 'MakeCardDefault', cardId });
    const luis = await owner({ emailOptIn: true }, { expMonth: 10, expYear: 2026 });
    await round();
    await settle();
    expect([...mailsTo(ana.email), ...mailsTo(luis.email)]).toEqual([]);
  });
});
