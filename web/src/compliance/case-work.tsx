import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseDetail } from '@kernel/compliance';
import { useMe } from '../accounts/use-session';
import { useProblemText } from '../lib/use-problem-text';
import { useSend } from '../lib/use-send';
import { Button } from '../ui/button';
import { Segments } from '../ui/segments';
import { showError } from '../ui/toasts';
import { ReasonButton } from './reason-dialog';
import { useCaseWork } from './use-cases';

const DAY_MS = 24 * 60 * 60_000;
const REST_DAYS = ['1', '3', '7', '14'] as const;

/** Taking, leaving and snoozing an open case. */
export function CaseWorkButtons({ detail }: { readonly detail: CaseDetail }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const { uid } = useMe();
  const { trigger, isMutating } = useSend(useCaseWork(detail.id), {
    onError: (problem) => {
      showError(problemText(problem));
    },
  });
  const isMine = detail.assignee === uid;
  return (
    <div className="flow">
      <Button
        size="xs"
        busy={isMutating}
        busyText={t('compliance.holds.busy')}
        onClick={() => void trigger({ does: 'assign', body: { assignee: isMine ? null : uid } })}
      >
        {t(isMine ? 'compliance.leave' : 'compliance.take')}
      </Button>
      {detail.status !== 'proposed' && <Snooze caseId={detail.id} />}
    </div>
  );
}

function Snooze({ caseId }: { readonly caseId: string }) {
  const { t } = useTranslation();
  const [days, setDays] = useState<(typeof REST_DAYS)[number]>('3');
  return (
    <ReasonButton
      caseId={caseId}
      step="snooze"
      workOf={(reason) => ({
        does: 'snooze',
        body: { until: new Date(Date.now() + Number(days) * DAY_MS).toISOString(), reason },
      })}
    >
      <Segments
        label={t('compliance.restFor')}
        value={days}
        onChange={setDays}
        options={REST_DAYS.map((value) => ({
          value,
          label: t('compliance.restDays', { count: Number(value) }),
        }))}
      />
    </ReasonButton>
  );
}
