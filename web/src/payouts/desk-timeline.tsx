import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { DeskTransfer } from '@kernel/money/payouts';
import type { Transaction } from '@kernel/money/transfers';
import { Stack, Text } from '@mantine/core';
import { progressEntries } from '../transfers/page/progress-entries';
import { useEntryText } from '../transfers/page/transfer-progress';
import { ErrorBlock } from '../ui/feedback/error-block';
import { Bone, Skeleton } from '../ui/feedback/skeleton';
import { Timeline } from '../ui/feedback/timeline';
import { Moment } from '../review/case/case-facts';
import { useDeskTransfer } from './use-desk';
import { Fine } from '../ui/parts/text';

/** What the sender of a task's transfer reads, masked, so that a question about it can be answered here. */
export function DeskTimeline({ transferId }: { readonly transferId: string }) {
  const { t } = useTranslation();
  const { data, error, mutate } = useDeskTransfer(transferId);
  if (!data && error)
    return <ErrorBlock title={t('desk.timelineFailed')} error={error} onRetry={() => void mutate()} />;
  return (
    <section className="desk-part" aria-label={t('desk.senderSees')}>
      <div className="fold">
        <h3>{t('desk.senderSees')}</h3>
        <Fine span>{data?.sender}</Fine>
      </div>
      {data ? (
        <>
          <Steps transfer={data} />
          <Problems transfer={data} />
          {data.caseId !== null && (
            <Link className="link" to={`/compliance/cases/${data.caseId}`}>
              {t('desk.toCase')}
            </Link>
          )}
        </>
      ) : (
        <Skeleton>
          <Bone width="100%" height={120} />
        </Skeleton>
      )}
    </section>
  );
}

function Steps({ transfer }: { readonly transfer: DeskTransfer }) {
  const seen = asSeen(transfer);
  const entryOf = useEntryText(seen);
  return <Timeline entries={progressEntries(seen).map(entryOf)} />;
}

/** As the sender's own page has it; what it does not show is empty. */
const asSeen = ({ transferId, problems: _, sender, caseId, total, ...seen }: DeskTransfer): Transaction => ({
  ...seen,
  id: transferId,
  uid: '',
  fees: { total, totalFee: '', breakdown: { flipFee: '', processingFee: '' } },
  released: false,
});

/** Every problem so far with our answer; one that is open is the task itself. */
function Problems({ transfer: { problems } }: { readonly transfer: DeskTransfer }) {
  const { t } = useTranslation();
  const earlier = problems.filter(({ answeredAt }) => answeredAt !== null);
  if (earlier.length === 0) return null;
  return (
    <Stack gap="xs" fz="sm">
      <h3>{t('desk.earlier')}</h3>
      {earlier.map(({ number, text, answer, answeredAt }) => (
        <div key={number}>
          <p className="as-typed">
            <b>{number}</b> {text}
          </p>
          <Text c="dimmed">
            {answer || t('desk.noAnswer')}, {answeredAt && <Moment at={answeredAt} />}
          </Text>
        </div>
      ))}
    </Stack>
  );
}
