import { Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CaseDetail } from '@kernel/staff/compliance';
import { useProblemText } from '../../lib/api/use-problem-text';
import { useSend } from '../../lib/api/use-send';
import { Button } from '../../ui/forms/button';
import { Notice } from '../../ui/feedback/notice';
import { showError, showSuccess } from '../../ui/feedback/toasts';
import { copyText } from '../../ui/parts/copy-text';
import { Fine } from '../../ui/parts/text';
import { OutcomeBadge } from './case-badges';
import { CaseConflict } from './case-conflict';
import { useFocusWhen } from './use-focus-when';
import type { OutcomeForm } from './use-outcome-form';
import { useCaseWork } from '../queue/use-cases';

interface SupersededProps {
  readonly detail: CaseDetail;
  readonly form: OutcomeForm;
}

/** A colleague proposed or closed meanwhile: what was typed is still here. */
export function Superseded({ detail, form: { outcome: mine, note, error } }: SupersededProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const { proposal } = detail;
  const { trigger, isMutating } = useSend(useCaseWork(detail.id), {
    onSuccess: () => {
      showSuccess(t('compliance.drafts.noted'));
      note.clear();
    },
    onError: (problem) => {
      showError(problemText(problem));
    },
  });
  const text = note.field.value;
  const place = useFocusWhen(true);
  const outcome = proposal?.outcome ?? detail.outcome ?? 'cleared';
  const by = {
    name: (proposal ? proposal.name : detail.reviewerName) ?? t('compliance.unknownPerson'),
    outcome: t(`compliance.outcomes.${outcome}`),
  };
  return (
    <Notice
      tone="warning"
      icon="people"
      role="alert"
      ref={place}
      tabIndex={-1}
      title={t(proposal ? 'compliance.drafts.proposed' : 'compliance.drafts.closed', by)}
    >
      <p>{t('compliance.drafts.notSent')}</p>
      <CaseConflict error={error} steps={detail.steps} />
      <Stack gap={4} my="sm" p="sm" bd="1px solid var(--border)" bdrs="md" bg="var(--surface)">
        {mine && (
          <Group gap="xs">
            <Fine span>{t('compliance.drafts.for')}</Fine>
            <OutcomeBadge outcome={mine} />
          </Group>
        )}
        <p className="as-typed">{text}</p>
      </Stack>
      <Group gap="xs">
        <Button
          size="xs"
          tone="primary"
          busy={isMutating}
          busyText={t('compliance.holds.busy')}
          onClick={() => void trigger({ does: 'notes', body: { text: text.trim() } })}
        >
          {t('compliance.drafts.asNote')}
        </Button>
        <Button size="xs" icon="copy" onClick={() => void copyText(text, t('compliance.drafts.copied'))}>
          {t('compliance.drafts.copy')}
        </Button>
        <Button size="xs" tone="subtle" onClick={note.clear}>
          {t('compliance.drafts.discard')}
        </Button>
      </Group>
    </Notice>
  );
}
