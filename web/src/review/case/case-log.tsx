import { Group, Stack, Text, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { REVIEW_NOTE_MAX_LENGTH, type CaseDetail, type CaseStep } from '@kernel/staff/compliance';
import { formatMoment } from '../../lib/format';
import { useProblemText } from '../../lib/api/use-problem-text';
import { useSend } from '../../lib/api/use-send';
import { Button } from '../../ui/forms/button';
import { Card } from '../../ui/parts/card';
import { Fine } from '../../ui/parts/text';
import { errorProps } from '../../ui/forms/field';
import { showError } from '../../ui/feedback/toasts';
import { useKeys } from '../../ui/keys/use-keys';
import { KeyHint } from '../frame/key-hint';
import { useRequiredText } from '../../ui/forms/use-required-text';
import { Moment } from './case-facts';
import { pastPath } from './past-case';
import { useCaseWork } from '../queue/use-cases';

/** Everything done with the case, newest first, and a note to add. */
export function CaseLog({ detail, canWrite }: { readonly detail: CaseDetail; readonly canWrite: boolean }) {
  const { t } = useTranslation();
  return (
    <Card title={t('compliance.log')} aside={<Fine span>{t('compliance.staffOnly')}</Fine>}>
      <Stack gap="md">
        {canWrite && <NoteForm caseId={detail.id} />}
        <Stack component="ol" gap="md">
          {detail.steps.map((step) => (
            <Step
              key={`${step.type} ${step.at} ${step.by ?? ''} ${step.text}`}
              step={step}
              caseId={detail.id}
            />
          ))}
        </Stack>
      </Stack>
    </Card>
  );
}

function Step({ step, caseId }: { readonly step: CaseStep; readonly caseId: string }) {
  const { t } = useTranslation();
  const title = useStepTitle();
  return (
    <li>
      <Text fw={600} fz="sm">
        {title(step)}
      </Text>
      {step.text !== '' && (
        <Text className="as-typed" fz="sm">
          {step.text}
        </Text>
      )}
      <Fine>
        {step.by !== null && `${step.name ?? t('compliance.unknownPerson')} · `}
        <Moment at={step.at} />
        {step.seen !== null && (
          <>
            {' · '}
            <Link className="link link-inline" to={pastPath(caseId, step.seen)}>
              {t('compliance.then.show')}
            </Link>
          </>
        )}
      </Fine>
    </li>
  );
}

/** A step in words. */
export function useStepTitle(): (step: Pick<CaseStep, 'type'> & Partial<CaseStep>) => string {
  const { t, i18n } = useTranslation();
  return ({ type, outcome, assigneeName, until, report }) => {
    if (type === 'CaseAssigned' && assigneeName === null) return t('compliance.did.unassigned');
    if (report === 'amended' || report === 'continuing') return t(`compliance.reports.${report}`);
    return t(`compliance.did.${type}`, {
      outcome: outcome ? t(`compliance.outcomes.${outcome}`) : '',
      name: assigneeName ?? '',
      until: until ? formatMoment(until, i18n.language) : '',
    });
  };
}

/** Adds a note, at the top of the log. */
export function NoteForm({ caseId }: { readonly caseId: string }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const note = useRequiredText<HTMLTextAreaElement>(t('compliance.noteMissing'), {
    subject: caseId,
    use: 'note',
    label: t('compliance.newNote'),
  });
  const { trigger, isMutating } = useSend(useCaseWork(caseId), {
    onSuccess: note.clear,
    onError: (problem) => {
      showError(problemText(problem));
    },
  });
  const { ref, value } = note.field;
  useKeys(t('compliance.keys.case'), [
    {
      key: 'c',
      text: t('compliance.keys.addNote'),
      short: t('compliance.keys.note'),
      act: () => ref.current?.focus(),
    },
  ]);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const text = note.take();
        if (text !== null) void trigger({ does: 'notes', body: { text } });
      }}
    >
      <Stack gap="xs">
        <Textarea
          {...note.field}
          aria-label={note.field.label}
          label={undefined}
          placeholder={note.field.label}
          rightSection={<KeyHint ms={0}>c</KeyHint>}
          autosize
          minRows={1}
          maxRows={8}
          maxLength={REVIEW_NOTE_MAX_LENGTH}
          {...errorProps({ error: note.field.error })}
        />
        {value !== '' && (
          <Group>
            <Button type="submit" size="xs" busy={isMutating} busyText={t('compliance.holds.busy')}>
              {t('compliance.addNote')}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}
