import { setTimeout as delay } from 'node:timers/promises';
import { centsOf } from '../../api/src/kernel/money/money.js';
import type { Transaction, TransactionPage } from '../../api/src/kernel/money/transfers.js';
import { atProviders, type AtProviders } from '../support/at-providers.js';
import { enteredCard, type ApiResponse, type Browser } from '../support/browser.js';
import type { FlipServer } from '../support/flip-server.js';
import { waitFor } from '../support/wait-for.js';

/** Cancels of one round. */
export const RACES = 30;
const PARALLEL_LIMIT = 4;
/** Each lost race moves the next cancel earlier, each won race later, so that cancel and payout stay close together. */
const STEP_MS = 5;
const STEP_FACTOR = 1.5;

/** The response to a cancel: the amount returned, or why it was refused. */
interface CancelResponse {
  readonly returns?: string | null;
  readonly code?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

interface Race {
  readonly id: string;
  readonly response: ApiResponse<CancelResponse>;
}

/** A completed transfer, with the two responses to its cancel: during the race, and repeated afterwards. */
export interface CancelOutcome {
  readonly won: boolean;
  /** 'cancelled, 2.33 is back', or 'too late, sent at …'. */
  readonly response: string;
  readonly repeated: string;
  /** The expected response, according to the transfer's own page and the providers. */
  readonly expected: string;
}

/** Pays RACES transfers of a new sender and cancels each near the moment its payout is submitted; waits until all have ended. */
export async function raceCancels(server: FlipServer): Promise<readonly CancelOutcome[]> {
  const sender = server.browser();
  await sender.signUp();
  const races: Race[] = [];
  let waitMs = 0;
  const raceInTurn = async () => {
    for (let turn = 0; turn < RACES; turn += PARALLEL_LIMIT) {
      const id = await pay(sender, server.simulatorUrl);
      await delay(waitMs);
      const response = await cancel(sender, id);
      waitMs = response.status === 200 ? waitMs * STEP_FACTOR + STEP_MS : waitMs / STEP_FACTOR;
      races.push({ id, response });
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_LIMIT }, raceInTurn));
  const ended = await waitFor('the ends', async () => {
    const { items } = (await sender.get<TransactionPage>('/api/transfers?limit=200')).body;
    return items.every(hasEnded) ? items : null;
  });
  const held = await atProviders(server.simulatorUrl);
  return Promise.all(
    races.map(async ({ id, response }) => {
      const transaction = ended.find((each) => each.id === id);
      if (!transaction) throw new Error(`${id} is not listed`);
      return {
        won: response.status === 200,
        response: describeResponse(response, transaction),
        repeated: describeResponse(await cancel(sender, id), transaction),
        expected: describeRecords(transaction, held(id)),
      };
    }),
  );
}

/** A cancelled transfer is shown as such before its authorization is released. */
const hasEnded = ({ status, steps }: Transaction): boolean =>
  status === 'delivered' || status === 'refunded' || steps.some(({ step }) => step === 'cancelled');

const cancel = (sender: Browser, id: string) => sender.post<CancelResponse>(`/api/transfers/${id}/cancel`);

async function pay(sender: Browser, simulatorUrl: string): Promise<string> {
  const cardToken = await enteredCard(simulatorUrl);
  const draft = { amount: '1.00', platform: 'PayPal', handle: 'siminstant@people.example', cardToken };
  const { status, body } = await sender.send<{ id: string }>(draft);
  if (status !== 201) throw new Error(`not accepted: ${status}`);
  return body.id;
}

/** While the bank is still queried, it is unknown what comes back. */
function describeResponse({ status, body }: ApiResponse<CancelResponse>, { fees }: Transaction): string {
  if (status === 200) return `cancelled, ${body.returns ?? fees.total} is back`;
  return `${String(body.code)}, sent at ${String(body.params?.['at'])}`;
}

/** What happened to the money, or the contradictory records. */
function describeRecords({ status, steps, fees }: Transaction, held: AtProviders): string {
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
