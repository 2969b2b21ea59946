import { readFileSync } from 'node:fs';
import { TransferLife } from '../../../test/support/transfer-life.js';
import { isoInstant } from '../config/clock.js';
import { feesOf } from '../kernel/money/fees.js';
import { isLossOpen } from '../features/lifecycle/refund/lost-disputes.rules.js';
import { isRecalledBySystem } from '../features/lifecycle/state/recall.rules.js';
import { DEMO_STORY } from './demo-story.js';
import { ProviderBook } from './provider-book.js';
import { commandsOf } from './record-life.js';

const END_MS = Date.parse('2026-11-20T12:00:00.000Z');
const CONFIG = { DESK_FOUR_EYES_CENTS: 50_000, REFUND_FEES_ON_RETURN: true };

/** The stages of the diagram, which test/golden keeps equal to those that the decider can reach. */
const STAGES = [...readFileSync('docs/money.md', 'utf8').matchAll(/^ {2}(\w+) --> /gm)].map(
  ([, stage]) => stage,
);

/** The transfers at the end of the story, computed by the decider alone. */
function livesOf(): readonly TransferLife[] {
  const book = new ProviderBook(END_MS);
  const lives = new Map<string, TransferLife>();
  for (const step of DEMO_STORY) {
    const nowMs = END_MS - step.beforeMs;
    if (step.type === 'send') {
      const { email: uid, key, send } = step;
      const fees = feesOf(send.amountCents, 'card-3pct-plus-30c');
      const terms = { uid, transferId: `${uid} ${key}`, ...send, ...fees, requestedAt: isoInstant(nowMs) };
      lives.set(terms.transferId, new TransferLife(terms));
    }
    const life = 'key' in step ? lives.get(`${step.email} ${step.key}`) : undefined;
    if (life) life.nowMs = nowMs;
    if (step.type === 'hold') life?.hold('case');
    if (step.type !== 'life' || !life) continue;
    const moment = { terms: life.of, act: step.act, nowMs, endMs: END_MS, operator: 'oscar', book };
    for (const command of commandsOf(moment, CONFIG)) life.do(command);
  }
  return [...lives.values()];
}

describe('the demo history', () => {
  const states = livesOf().map(({ state }) => state);

  it('has a transfer in every stage of docs/money.md', () => {
    expect([...new Set(states.map(({ stage }) => stage))].sort()).toEqual([...new Set(STAGES)].sort());
  });

  it('has one held by a case, one disputed, one recalled unclaimed, and one paid after it was marked as not sent', () => {
    expect(
      states.filter(({ payout }) => payout?.recalledBy.includes('sender') && payout.state === 'returned'),
    ).toHaveLength(1);
    expect(
      states.filter(({ holdCases, stage }) => holdCases.length > 0 && stage === 'authorized'),
    ).toHaveLength(1);
    expect(states.filter(({ disputes, stage }) => disputes.length > 0 && stage === 'delivered')).toHaveLength(
      1,
    );
    expect(states.filter(({ payout }) => payout?.contradiction === 'open')).toHaveLength(1);
  });

  it('has one recalled for a dispute, one lost to the bank, and one with a payout of another amount than was sent', () => {
    const recalled = states.filter(isRecalledBySystem);
    expect(recalled.map(({ payout }) => payout?.state)).toEqual(['pending']);
    expect(states.filter(isLossOpen).map(({ lostCents }) => lostCents)).toEqual([14_750]);
    expect(states.flatMap(({ differences }) => differences)).toMatchObject([
      { about: 'payout_amount', recorded: '110.00', found: '109.75' },
    ]);
  });
});
