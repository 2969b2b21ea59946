import { confirmedPerson, openAccounts, UNLIMITED } from '../../../../../test/support/accounts-app.js';
import type { TestApp } from '../../../../../test/support/test-app.js';
import type { StaffRole } from '../../../kernel/people/accounts.js';
import { ReviewModule } from '../../review/review.module.js';
import { RulesModule } from '../../rules/rules.module.js';
import { WorkRule } from '../../rules/definition/work-rule.command.js';
import { TransfersModule } from '../../transfers/transfers.module.js';
import { VerificationModule } from '../../verification/verification.module.js';
import { Administer } from '../account/administer-account.command.js';
import { isSentTo, LEAD_MAIL_KINDS, type LeadMailKind } from './mail-kinds.rules.js';
import { MailLeads } from './mail-leads.command.js';
import { type OutboxRow, sentIn } from './outbox.js';
import { ruleMailSaga } from './rule-mail.saga.js';

type Staff = Awaited<ReturnType<typeof staff>>;

let app: TestApp;
let irene: Staff;
let omar: Staff;
beforeAll(async () => {
  app = await openAccounts({ ...UNLIMITED, declared: [VerificationModule] }, [
    ReviewModule,
    RulesModule,
    TransfersModule,
  ]);
  [irene, omar] = [await staff('lead'), await staff('lead')];
  await staff('analyst');
  const former = await staff('lead');
  await administer(former.email, 'RevokeRole', 'lead');
});
afterAll(() => app.close());

async function administer(email: string, type: 'GrantRole' | 'RevokeRole', role: StaffRole): Promise<void> {
  await app.commands.execute(new Administer(email, { type, role }, 'test'));
}

async function staff(role: StaffRole) {
  const { uid, person } = await confirmedPerson(app);
  await administer(person.email, 'GrantRole', role);
  return { uid, email: person.email };
}

const work = ({ uid }: Staff, type: 'pause' | 'retire') =>
  app.commands.execute(new WorkRule('velocity', uid, { type, reason: 'A promotion.' }));

/** Who gets mail of a kind, sorted. */
async function recipients(kind: LeadMailKind): Promise<readonly unknown[]> {
  await app.caughtUp(ruleMailSaga.name);
  const owners = ['mail-waiting', sentIn(app.clock.nowMs)];
  const rows = await Promise.all(owners.map((owner) => app.vault.list<OutboxRow>('outbox', owner)));
  const to = rows.flat().filter(({ value }) => value.kind === kind);
  return to.map(({ value }) => ('uid' in value.to ? value.to.uid : value.to)).sort();
}

it('every lead, and nobody else, is mailed when a rule is paused, is to be retired and is retired', async () => {
  const leads = [irene.uid, omar.uid].sort();
  await work(irene, 'pause');
  expect(await recipients('rule-paused')).toEqual(leads);
  for (const { email } of [irene, omar]) {
    const { source } = await app.inbox.mailTo(email, { path: '/compliance/rules/velocity' });
    expect(source).toContain('Subject: A fraud rule was paused');
    expect(source).toContain('Rule: Velocity');
    expect(source).toContain('Paused by: Ana Torres');
  }
  await work(irene, 'retire');
  expect(await recipients('rule-retire-requested')).toEqual(leads);
  expect(await recipients('rule-retired')).toEqual([]);
  await work(omar, 'retire');
  expect(await recipients('rule-retired')).toEqual(leads);
});

it('each lead is mailed once, however often the log is read', async () => {
  const events = await app.events<Parameters<typeof ruleMailSaga.react>[0]>('rule-velocity');
  const requested = events.flatMap((event) => ruleMailSaga.react(event, null));
  expect(requested).toHaveLength(LEAD_MAIL_KINDS.length);
  for (const { command } of requested) await app.commands.execute(new MailLeads(command));
  for (const kind of LEAD_MAIL_KINDS) expect(await recipients(kind)).toHaveLength(2);
});

it.each(LEAD_MAIL_KINDS)('a mail that waits is not sent to who is no longer a lead (%s)', (kind) => {
  const sentTo = (isLead: boolean, emailConfirmed = true) =>
    isSentTo(kind, { emailConfirmed, choices: {}, isLead, closedAt: null });
  expect([sentTo(true), sentTo(false), sentTo(true, false)]).toEqual([true, false, false]);
});
