import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandBus } from '@nestjs/cqrs';
import { readConfig } from '../../../config/read-config.js';
import { newCommandContext } from '../../../engine/commands/command-context.js';
import type { CaseDetail } from '../../../kernel/staff/compliance.js';
import { accountsProjection } from '../../accounts/account/accounts.projection.js';
import { openStores } from '../../../engine/stores/open-stores.js';
import { SubscriptionRunner } from '../../../engine/subscriptions/subscription-runner.js';
import { kycRequestsProjection } from '../../verification/kyc-requests.projection.js';
import { waitFor } from '../../../../../test/support/wait-for.js';
import { caseStream } from '../cases/case-events.rules.js';
import { caseEvents } from '../cases/case.events.js';
import { BUILT_IN_RULES } from '../../../kernel/staff/rules.js';
import { parametersOf } from '../cases/alert-facts.rules.js';
import { senderStandingProjection } from '../standing/sender-standing.projection.js';
import { SenderStates } from '../standing/sender-states.js';
import { GetCase } from './get-case.query.js';
import { suspiciousTransactionsProjection } from '../cases/suspicious-transactions.projection.js';

const keyEncryptionKey = randomBytes(32).toString('base64');
const clock = { now: () => Date.parse('2026-11-21T12:00:00.000Z') };
const [{ example }] = caseEvents;
const withoutParameters = Object.fromEntries(
  Object.entries(example).filter(([name]) => name !== 'parameters'),
);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flip-case-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function recordCase(schemaVersion: number, data: object): Promise<string> {
  const caseId = randomUUID();
  const declarations = caseEvents.map((declaration) => ({ ...declaration, schemaVersion }));
  const stores = await openStores({ folder, keyEncryptionKey, declarations });
  const { commandId, correlationId, causationId, actor } = newCommandContext({ kind: 'system', id: 'spec' });
  const ids = { commandId, $correlationId: correlationId, $causationId: causationId };
  const metadata = { schemaVersion, ...ids, actor, at: '2026-11-20T12:00:00.000Z' };
  await stores.eventLog.append(caseStream(caseId), 'no_stream', [
    { id: randomUUID(), type: 'SuspiciousTransactionRaised', data, metadata },
  ]);
  await stores.close();
  return caseId;
}

async function readCase(caseId: string, reader = 'analyst'): Promise<CaseDetail> {
  const stores = await openStores({ folder, keyEncryptionKey, declarations: caseEvents });
  const { eventLog, viewStore, vault } = stores;
  const projections = [
    suspiciousTransactionsProjection,
    accountsProjection,
    kycRequestsProjection,
    senderStandingProjection,
  ];
  const subscriptions = new SubscriptionRunner({ log: eventLog, views: viewStore, vault }, { projections });
  try {
    await subscriptions.start();
    await waitFor('the views', () =>
      Promise.resolve(subscriptions.status().every(({ live }) => live) ? true : null),
    );
    const config = readConfig({});
    const states = new SenderStates(viewStore, new CommandBus({} as never), clock, config);
    return await new GetCase(viewStore, eventLog, clock, config, states).execute({ id: caseId, reader });
  } finally {
    await subscriptions.stop();
    await stores.close();
  }
}

describe('the rule parameters of a case', () => {
  it('are those of version 1 where the alert did not record them', async () => {
    const caseId = await recordCase(1, { ...withoutParameters, ruleId: 'structuring' });
    expect((await readCase(caseId)).parameters).toEqual({
      count: 2,
      windowMs: 86_400_000,
      from: '200.00',
      below: '250.00',
    });
  });

  it.each([
    ['changed', 'velocity'],
    ['removed', 'recipients'],
  ])('are those in force at the alert when the rule has since been %s', async (_change, ruleId) => {
    const parameters = { count: 5, windowMs: 7_200_000, fromCents: 1_000, belowCents: null };
    expect(BUILT_IN_RULES.map(({ definition }) => parametersOf(definition))).not.toContainEqual(parameters);
    const caseId = await recordCase(2, { ...example, ruleId, ruleVersion: 7, parameters });
    expect(await readCase(caseId)).toMatchObject({
      ruleId,
      ruleVersion: 7,
      parameters: { count: 5, windowMs: 7_200_000, from: '10.00', below: null },
    });
  });
});

describe('a case about a member of staff', () => {
  it('does not exist for that person', async () => {
    const caseId = await recordCase(2, example);
    expect(await readCase(caseId, 'another')).toMatchObject({ id: caseId, uid: example.uid });
    await expect(readCase(caseId, example.uid)).rejects.toMatchObject({ code: 'not_found' });
  });
});
