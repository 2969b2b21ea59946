import { DAY, TransferLife } from '../../../../../test/support/transfer-life.js';
import { mailSaga } from '../../accounts/mail/mail.saga.js';
import { initialProgress, isInTimeline, progressAfter, type PublicCause } from './progress.rules.js';

/** What a sender reads of a transfer, change by change without its times, its timeline, and the mails that they get. */
function readOf({ log }: TransferLife) {
  let progress = initialProgress();
  const seen: string[] = [];
  for (const event of log) {
    progress = progressAfter(progress, event);
    const { status, payment, steps } = progress;
    const paying = payment && { ...payment, payBy: null };
    const shown = JSON.stringify({ status, paying, steps: steps.map(({ at: _, ...step }) => step) });
    if (seen.at(-1) !== shown) seen.push(shown);
  }
  const mails = log.flatMap((event) =>
    mailSaga.react(event, mailSaga.initialState()).map(({ command }) => command.kind),
  );
  // Both are written to by the same mail, once.
  const once = [...new Set(mails)];
  return {
    seen,
    timeline: log.filter((event) => isInTimeline(event)).map(({ type }) => type),
    mails: once,
    status: progress.status,
    reasons: progress.steps.flatMap(({ reason }) => reason ?? []),
  };
}

const reserved = () => new TransferLife().toAuthorized();
const charged = () => new TransferLife().toCaptured();
const isVoided = (life: TransferLife) => void life.answered('cancelled');
const isRefunded = (life: TransferLife) => void life.refunded('completed');

/** Every way in which we stop a transfer that its sender has paid, by what is innocent and what a review has caused. */
const ENDINGS = {
  reserved: {
    innocent: () => [reserved(), isVoided],
    'found suspicious': () => {
      const life = reserved();
      life.cancel('suspicious');
      return [life, isVoided];
    },
    'held for too long': () => {
      const life = reserved();
      life.hold('case');
      life.wait(5 * DAY).elapse();
      return [life, isVoided];
    },
  },
  charged: {
    innocent: () => {
      const life = charged();
      life.wait(10 * DAY).elapse();
      return [life, isRefunded];
    },
    'found suspicious': () => {
      const life = charged();
      life.cancel('suspicious');
      return [life, isRefunded];
    },
    'held for too long': () => {
      const life = charged();
      life.hold('case');
      life.wait(5 * DAY).elapse();
      return [life, isRefunded];
    },
  },
} satisfies Record<string, Record<string, () => [TransferLife, (life: TransferLife) => void]>>;

describe.each(Object.entries(ENDINGS))('a transfer that is %s and ends without a payout', (_, endings) => {
  const read = (end: () => [TransferLife, (life: TransferLife) => void]) => {
    const [life, answer] = end();
    answer(life);
    return readOf(life);
  };

  it.each(['found suspicious', 'held for too long'] as const)('%s reads like any other', (cause) => {
    expect(read(endings[cause])).toEqual(read(endings.innocent));
  });

  it('says only that it was not completed', () => {
    expect(new Set<string>(read(endings.innocent).reasons)).toEqual(
      new Set(['not_completed'] satisfies PublicCause[]),
    );
  });
});

/** Every state in which a transfer is unpaid, and what the bank answers once it is to end. */
const UNPAID = {
  'no card was entered': () => {
    const life = new TransferLife();
    life.do({ type: 'AwaitPayment', terms: life.of });
    return [life, () => undefined];
  },
  'the bank decides, and then reserves': () => [underWay(), lateReserved],
  'the bank decides, and then declines': () => [underWay(), (life) => void life.answered('declined')],
  'the bank decides, and then nothing comes of it': () => [underWay(), isVoided],
  'the bank waits for its customer': () => [confirming(), isVoided],
  'the bank waits for its customer, who confirms at the same time': () => [confirming(), lateReserved],
  'the card was declined': () => {
    const life = underWay();
    life.answered('declined');
    return [life, () => undefined];
  },
  'a card was declined, and the bank decides on another': () => {
    const life = underWay();
    life.answered('declined');
    life.pay('another');
    return [life, isVoided];
  },
  'a card was given up': () => {
    const life = confirming();
    life.abandon();
    isVoided(life);
    return [life, () => undefined];
  },
} satisfies Record<string, () => [TransferLife, (life: TransferLife) => void]>;

function underWay(): TransferLife {
  const life = new TransferLife();
  life.pay();
  return life;
}
function confirming(): TransferLife {
  const life = underWay();
  life.answered('requires_action');
  return life;
}
function lateReserved(life: TransferLife): void {
  life.answered('authorized');
  isVoided(life);
}

describe.each(Object.entries(UNPAID))('an unpaid transfer (%s)', (_, begin) => {
  /** Ended by `end`, then by the bank. */
  const read = (end: (life: TransferLife) => void) => {
    const [life, answer] = begin();
    end(life);
    answer(life);
    expect(life.state.endedAt).not.toBeNull();
    return readOf(life);
  };
  const timedOut = (life: TransferLife) => void life.wait(DAY).elapse();

  it('that a review stops reads like one that nobody paid in time', () => {
    const stopped = read((life) => void life.cancel('suspicious'));
    expect(stopped).toEqual(read(timedOut));
    expect(['cancelled', 'declined']).toContain(stopped.status);
    expect(stopped.reasons).not.toContain('not_completed' satisfies PublicCause);
    expect(stopped.mails).not.toContain('transfer-not-completed');
  });

  it('that is held meanwhile does too', () => {
    const held = read((life) => {
      life.hold('case');
      timedOut(life);
    });
    expect(held).toEqual(read(timedOut));
  });
});
