import { DAY, TransferLife } from '../../../../../test/support/transfer-life.js';
import { mailSaga } from '../../accounts/mail/mail.saga.js';
import { initialProgress, progressAfter, type PublicCause } from './progress.rules.js';

/** What a sender reads of a transfer, change by change without its times, and the mails that they get. */
function readOf({ log }: TransferLife) {
  let progress = initialProgress();
  const seen: string[] = [];
  for (const event of log) {
    progress = progressAfter(progress, event);
    const { status, payment, steps } = progress;
    const shown = JSON.stringify({ status, payment, steps: steps.map(({ at: _, ...step }) => step) });
    if (seen.at(-1) !== shown) seen.push(shown);
  }
  const mails = log.flatMap((event) => mailSaga.react(event, null).map(({ command }) => command.kind));
  return { seen, mails, reasons: progress.steps.flatMap(({ reason }) => reason ?? []) };
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
