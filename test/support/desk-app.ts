import { randomUUID } from 'node:crypto';
import { AccountsModule } from '../../api/src/features/accounts/accounts.module.js';
import { transferStream, type Terms } from '../../api/src/features/lifecycle/lifecycle-events.rules.js';
import { DeskModule } from '../../api/src/features/payouts/desk.module.js';
import type { Problem } from '../../api/src/kernel/accounts.js';
import type { DeskTask, DeskTasks } from '../../api/src/kernel/payouts.js';
import { TestApp, type TestPerson } from './test-app.js';
import { terms, TransferLife } from './transfer-life.js';

/** When the desk's tests begin. */
export const DESK_START = '2026-11-20T12:00:00.000Z';

/** The payout desk on its own: the transfers before it are recorded as if they had been decided. */
export const openDesk = (): Promise<TestApp> =>
  TestApp.open([DeskModule], { declared: [AccountsModule], now: DESK_START });

/** What the desk's tests do in the app that is open at the time: lives of transfers, and requests of two operators. */
export function deskOf(app: () => TestApp) {
  const olga = () => app().person('olga');
  const omar = () => app().person('omar');
  /** Records a life, and waits for the desk's view. */
  const record = async ({ of, events }: TransferLife): Promise<string> => {
    await app().record(transferStream(of.transferId), events, ['payout_tasks']);
    return of.transferId;
  };
  /** A transfer that operators pay out, unless its terms say otherwise. */
  const life = (changes: Partial<Terms> = {}) =>
    new TransferLife({
      ...terms,
      platform: 'Zelle',
      handle: 'maya@example.com',
      transferId: randomUUID(),
      ...changes,
    });
  /** A charged transfer that waits for an operator. */
  const charged = (changes: Partial<Terms> = {}) => record(life(changes).toCaptured());
  const listed = async (filter = 'open', person = olga()): Promise<readonly DeskTask[]> => {
    const { status, body } = await person.request<DeskTasks>('GET', `/compliance/payouts?state=${filter}`);
    expect(status).toBe(200);
    return body.items;
  };
  const act = (person: TestPerson, id: string, path: string, body?: object) =>
    person.request<Problem>('POST', `/compliance/payouts/${id}/${path}`, { ...(body && { body }) });
  return { olga, omar, record, life, charged, listed, act };
}
