import { DAY, MINUTE, TransferLife } from '../../../../../test/support/transfer-life.js';
import { mailSaga } from '../../accounts/mail/mail.saga.js';
import {
  initialProgress,
  isHiddenFromSender,
  isInTimeline,
  progressAfter,
  type PublicCause,
} from './progress.rules.js';

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

/** Everything that a sender reads and receives of a transfer by now, with its times. */
function readNow(life: TransferLife) {
  const dated = life.log.map((event) => ({ event, read: `${event.type} ${event.metadata.at}` }));
  return {
    ...readOf(life),
    progress: life.log.reduce(progressAfter, initialProgress()),
    announced: dated.filter(({ event }) => !isHiddenFromSender(event)).map(({ read }) => read),
    dated: dated.filter(({ event }) => isInTimeline(event)).map(({ read }) => read),
    mailed: life.log.flatMap(({ metadata, ...event }) =>
      mailSaga
        .react({ ...event, metadata }, mailSaga.initialState())
        .map(({ command: { kind, delayMs } }) => ({
          kind,
          at: metadata.at,
          delayMs,
        })),
    ),
  };
}

describe.each(Object.entries(UNPAID))('an unpaid transfer (%s)', (_, begin) => {
  /** Read after ten minutes, then after its sender or time, and then the bank, have ended it. */
  const read = (meanwhile: (life: TransferLife) => void, end = timedOut) => {
    const [life, answer] = begin();
    life.wait(10 * MINUTE);
    meanwhile(life);
    const reads = [readNow(life)];
    end(life);
    reads.push(readNow(life));
    answer(life);
    expect(life.state.endedAt).not.toBeNull();
    return [...reads, readNow(life)];
  };
  const timedOut = (life: TransferLife) => void life.wait(DAY).elapse();
  const isCancelled = (life: TransferLife) => void life.wait(MINUTE).cancel();
  const isStopped = (life: TransferLife) => void life.cancel('suspicious');
  const nothing = () => undefined;

  it('that a review stops reads at any time like one that nobody paid in time', () => {
    const stopped = read(isStopped);
    expect(stopped).toEqual(read(nothing));
    expect(['cancelled', 'declined']).toContain(stopped.at(-1)?.status);
    expect(stopped.at(-1)?.reasons).not.toContain('not_completed' satisfies PublicCause);
  });

  it('that a review stops is cancelled by its sender like any other', () => {
    expect(read(isStopped, isCancelled)).toEqual(read(nothing, isCancelled));
  });

  it('that is held meanwhile reads like any other', () => {
    expect(read((life) => void life.hold('case'))).toEqual(read(nothing));
  });
});

describe('an unpaid transfer that a review has stopped', () => {
  it('is never charged, and reads like any paid one that we end', () => {
    const [innocent, answer] = ENDINGS.reserved.innocent();
    answer(innocent);
    const life = new TransferLife();
    life.do({ type: 'AwaitPayment', terms: life.of });
    expect(life.cancel('suspicious')).toEqual(['CancelRequested']);
    expect(life.cancel('suspicious')).toEqual([]);
    life.toAuthorized();
    expect(life.do({ type: 'RequestCapture' })).toEqual([]);
    isVoided(life);
    expect(life.state.stage).toBe('cancelled');
    expect(readOf(life)).toEqual(readOf(innocent));
  });

  it('is given back when the log had lost its charge', () => {
    const life = new TransferLife();
    life.pay();
    life.cancel('suspicious');
    life.answered('captured');
    life.do({ type: 'RecordChargeCheck', refunds: [] });
    expect(life.state.cancel).toEqual({ cause: 'suspicious', returns: true });
    expect(life.state.payout?.route).toBe('desk');
  });
});
