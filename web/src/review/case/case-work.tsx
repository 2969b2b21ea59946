import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseDetail } from '@kernel/staff/compliance';
import { useMe } from '../../accounts/use-session';
import { useProblemText } from '../../lib/api/use-problem-text';
import { useSend } from '../../lib/api/use-send';
import { Button } from '../../ui/forms/button';
import { Segments } from '../../ui/forms/segments';
import { SelectField } from '../../ui/forms/select-field';
import { useKeys } from '../../ui/keys/use-keys';
import { KeyHint } from '../frame/key-hint';
import { showError } from '../../ui/feedback/toasts';
import { ReasonedCaseStep } from './case-step';
import { useCaseAssignees, useCaseWork } from '../queue/use-cases';
import { useNobody } from './use-nobody';

const DAY_MS = 24 * 60 * 60_000;
const REST_DAYS = ['1', '3', '7', '14'] as const;
/** No assignee: a choice needs a value. */
const NOBODY = 'nobody';

/** Who works on an open case, taking it, and snoozing it. */
export function CaseWorkButtons({ detail }: { readonly detail: CaseDetail }) {
  const { t } = useTranslation();
  const { uid } = useMe();
  const { assign, isMutating } = useAssign(detail.id);
  return (
    <>
      <AssigneeField detail={detail} />
      {detail.assignee === null && (
        <Button size="xs" busy={isMutating} busyText={t('compliance.holds.busy')} onClick={() => assign(uid)}>
          {t('compliance.take')}
        </Button>
      )}
      {detail.status !== 'proposed' && <Snooze caseId={detail.id} />}
    </>
  );
}

function useAssign(caseId: string) {
  const problemText = useProblemText();
  const { trigger, isMutating } = useSend(useCaseWork(caseId), {
    onError: (problem) => {
      showError(problemText(problem));
    },
  });
  const assign = (assignee: string | null) => void trigger({ does: 'assign', body: { assignee } });
  return { assign, isMutating };
}

/** Who works on the case: any analyst or lead except its subject. */
function AssigneeField({ detail }: { readonly detail: CaseDetail }) {
  const { t } = useTranslation();
  const { uid } = useMe();
  const { assign, isMutating } = useAssign(detail.id);
  const field = useRef<HTMLInputElement>(null);
  useKeys(t('compliance.keys.case'), [
    {
      key: 'a',
      text: t('compliance.assignee'),
      short: t('compliance.keys.assign'),
      // It opens as by a press.
      act: () => {
        field.current?.focus();
        field.current?.click();
      },
    },
  ]);
  const people = useCaseAssignees().data?.items ?? [];
  const nobody = useNobody();
  const { assignee, leftBy } = detail;
  const choices = people
    .filter((person) => person.uid !== detail.uid)
    .map(({ uid: value, name: label }) => ({ value, label: value === uid ? t('compliance.you') : label }));
  return (
    <SelectField
      ref={field}
      size="xs"
      w={200}
      searchable
      rightSection={<KeyHint>a</KeyHint>}
      aria-keyshortcuts="a"
      aria-label={t('compliance.assignee')}
      allowDeselect={false}
      disabled={isMutating}
      nothingFoundMessage={t('compliance.nobodyFound')}
      value={assignee ?? NOBODY}
      data={[{ value: NOBODY, label: nobody(leftBy) }, ...choices]}
      onChange={(chosen) => {
        if (chosen !== null) assign(chosen === NOBODY ? null : chosen);
      }}
    />
  );
}

function Snooze({ caseId }: { readonly caseId: string }) {
  const { t } = useTranslation();
  const [days, setDays] = useState<(typeof REST_DAYS)[number]>('3');
  return (
    <ReasonedCaseStep
      caseId={caseId}
      step="snooze"
      shortcut={{ title: t('compliance.keys.case'), key: 's', short: t('compliance.keys.snooze') }}
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
    </ReasonedCaseStep>
  );
}
