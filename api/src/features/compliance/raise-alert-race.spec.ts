import { newCommandContext } from '../../engine/commands/command-context.js';
import type { CommandRunner } from '../../engine/commands/command-runner.js';
import { readConfig } from '../../config/read-config.js';
import { DomainError } from '../../kernel/domain-error.js';
import { ACTIVE_FRAUD_RULES } from './fraud.rules.js';
import { RaiseAlert, RaiseAlertHandler } from './raise-alert.command.js';

it('an alert whose case is reviewed in the meantime opens a new case', async () => {
  const [rule] = ACTIVE_FRAUD_RULES;
  if (!rule) throw new Error('no rule');
  const asked: string[][] = [];
  let known: string | null = null;
  const runner = {
    query: (_: unknown, stream: string, read: (state: object) => unknown) => {
      known ??= stream;
      return Promise.resolve(read({ status: stream === known ? 'open' : 'none', triggers: new Set() }));
    },
    execute: ({ stream, command }: { stream: string; command: { type: string } }) => {
      asked.push([command.type, stream === known ? 'the reviewed case' : 'a new case']);
      return command.type === 'add'
        ? Promise.reject(new DomainError('case_already_reviewed'))
        : Promise.resolve({ events: [] });
    },
  } as unknown as CommandRunner;
  const attempts = [{ transferId: 'a', amountCents: 2_000, atMs: 0, refused: null }];
  const alert = { type: 'RaiseAlert', uid: 'ana', rule, trigger: 'a', attempts, firstTrigger: 'a' } as const;
  const context = newCommandContext({ kind: 'system', id: 'fraud' });
  await new RaiseAlertHandler(runner, readConfig({})).execute(new RaiseAlert(alert, context));
  expect(asked).toEqual([
    ['add', 'the reviewed case'],
    ['raise', 'a new case'],
  ]);
});
