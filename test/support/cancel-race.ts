import { setTimeout as delay } from 'node:timers/promises';
import { centsOf } from '../../api/src/kernel/money.js';
import type { Transaction, TransactionPage } from '../../api/src/kernel/transfers.js';
import { atProviders, type AtProviders } from './at-providers.js';
import { enteredCard, type Answer, type Browser } from './browser.js';
import type { FlipServer } from './flip-server.js';
import { waitFor } from './wait-for.js';

/** Cancels of one round. */
export const RACES = 30;
const PARALLEL_LIMIT = 4;
/** Each loss brings the next cancel forward, each win puts it off: the two stay close to each other. */
const STEP_MS = 5;
const STEP_FACTOR = 1.5;

/** What a cancel answers with: the amount that goes back, or why not. */
interface Said {
  readonly returns?: string | null;
  readonly code?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

interface Race {
  readonly id: string;
  readonly answer: Answer<Said>;
}

/** A transfer at its end, with the two answers to its cancel: in the race, and again afterwards. */
export interface CancelOutcome {
  readonly won: boolean;
  /** 'cancelled, 2.33 is back', or 'too late, sent at …'. */
  readonly said: string;
  readonly saidAgain: string;
  /** The right answer, according to the transfer's own page and the providers. */
  readonly happened: string;
}

/** Pays RACES transfers of a new sender and cancels each about when its payout is submitted; waits until all have ended. */
export async function raceCancels(server: FlipServer): Promise<readonly CancelOutcome[]> {
  const sender = server.browser();
  await sender.signUp();
  const races: Race[] = [];
  let waitMs = 0;
  const raceInTurn = async () => {
    for (let turn = 0; turn < RACES; turn += PARALLEL_LIMIT) {
      const id = await pay(sender, server.simulatorUrl);
      await delay(waitMs);
      const answer = await cancel(sender, id);
      waitMs = answer.status === 200 ? waitMs * STEP_FACTOR + STEP_MS : waitMs / STEP_FACTOR;
      races.push({ id, answer });
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_LIMIT }, raceInTurn));
  const ended = await waitFor('the ends', async () => {
    const { items } = (await sender.get<TransactionPage>('/api/transfers?limit=200')).body;
    return items.every(hasEnded) ? items : null;
  });
  const held = await atProviders(server.simulatorUrl);
  return Promise.all(
    races.map(async ({ id, answer }) => {
      const transaction = ended.find((each) => each.id === id);
      if (!transaction) throw new Error(`${id} is not listed`);
      return {
        won: answer.status === 200,
        said: sayingOf(answer),
        saidAgain: sayingOf(await cancel(sender, id)),
        happened: happenedTo(transaction, held(id)),
      };
    }),
  );
}

/** A canceled one is shown as such before its reservation is given back. */
const hasEnded = ({ status, steps }: Transaction): boolean =>
  status === 'delivered' || status === 'refunded' || steps.some(({ step }) => step === 'cancelled');

const cancel = (sender: Browser, id: string) => sender.post<Said>(`/api/transfers/${id}/cancel`);

async function pay(sender: Browser, simulatorUrl: string): Promise<string> {
  const cardToken = await enteredCard(simulatorUrl);
  const draft = { amount: '1.00', platform: 'PayPal', handle: 'siminstant@people.example', cardToken };
  const { status, body } = await sender.send<{ id: string }>(draft);
  if (status !== 201) throw new Error(`not accepted: ${status}`);
  return body.id;
}

function sayingOf({ status, body }: Answer<Said>): string {
  if (status === 200) return `cancelled, ${String(body.returns)} is back`;
  return `${String(body.code)}, sent at ${String(body.params?.['at'])}`;
}

/** What became of the money, or how that contradicts itself. */
function happenedTo({ status, steps, fees }: Transaction, held: AtProviders): string {
  const total = centsOf(fees.total);
  const seen = JSON.stringify({ status, ...held });
  const paidOut = { status: 'delivered', charges: [total], reserved: 0, refunds: [], payouts: ['SUCCESS'] };
  if (seen === JSON.stringify(paidOut))
    return `too_late, sent at ${String(steps.find(({ step }) => step === 'payout_submitted')?.at)}`;
  const undone = [
    { status: 'cancelled', charges: [], reserved: 0, refunds: [], payouts: [] },
    { status: 'refunded', charges: [total], reserved: 0, refunds: [total], payouts: [] },
  ];
  return undone.some((end) => seen === JSON.stringify(end)) ? `cancelled, ${fees.total} is back` : seen;
}
