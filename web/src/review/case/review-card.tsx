import '@mantine/core/styles/RadioCard.layer.css';
import '@mantine/core/styles/RadioIndicator.layer.css';
import { useRef, useState, type Ref } from 'react';
import { Box, Flex, Group, Radio, Stack, Text, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  REVIEW_NOTE_MAX_LENGTH,
  REVIEW_OUTCOMES,
  type CaseDetail,
  type ReviewOutcome,
} from '@kernel/staff/compliance';
import { Button } from '../../ui/forms/button';
import { Card } from '../../ui/parts/card';
import { Fine, Muted } from '../../ui/parts/text';
import { Checkbox } from '../../ui/forms/checkbox';
import { errorProps, FieldError } from '../../ui/forms/field';
import { useKeys } from '../../ui/keys/use-keys';
import { KeyHint } from '../frame/key-hint';
import { CaseConflict } from './case-conflict';
import type { OutcomeForm } from './use-outcome-form';

interface OutcomeProps {
  readonly detail: CaseDetail;
  readonly form: OutcomeForm;
}

interface MayProps {
  /** Whether the reader may work on it now. */
  readonly canReview: boolean;
  /** Shown as it was then: to read only. */
  readonly isPast: boolean;
}

/** The outcome of an open case, chosen with a reason by those who work on cases. */
export function ReviewCard({ detail, form, canReview, isPast }: OutcomeProps & MayProps) {
  const { t } = useTranslation();
  if (detail.outcome || detail.proposal) return null;
  if (!canReview)
    return (
      <Card title={t('compliance.outcome')}>
        <Muted>{t(isPast ? 'compliance.then.undecided' : 'compliance.reviewReadOnly')}</Muted>
      </Card>
    );
  return (
    <Card
      className="tight"
      title={t('compliance.outcome')}
      aside={<Fine span>{t(form.isAlone ? 'compliance.closesAtOnce' : 'compliance.leadApproves')}</Fine>}
    >
      <ReviewForm detail={detail} form={form} />
    </Card>
  );
}

/** The reason and what sends it, one below the other on a phone. */
const BESIDE = {
  direction: { base: 'column', sm: 'row' },
  align: { base: 'stretch', sm: 'flex-start' },
} as const;

function ReviewForm({ detail, form }: OutcomeProps) {
  const { t } = useTranslation();
  const firstOutcome = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const { outcome, pause, note, isAlone, decide, isMutating, error } = form;
  const submit = () => {
    setIsOpen(outcome === null);
    const text = note.take();
    if (outcome === null) firstOutcome.current?.focus();
    else if (text !== null) void decide(outcome, text);
  };
  const choose = (chosen: ReviewOutcome) => {
    form.setOutcome(chosen);
    setIsOpen(false);
  };
  useOutcomeKeys({ choose, submit, isAlone });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="xs">
        <Outcomes
          value={outcome}
          first={firstOutcome}
          error={isOpen ? t('compliance.outcomeRequired') : undefined}
          onChange={choose}
        />
        {outcome === 'suspicious' && (
          <Checkbox
            label={t('compliance.pauseToo')}
            checked={pause}
            onChange={(event) => {
              form.setPause(event.currentTarget.checked);
            }}
          />
        )}
        <Flex gap="xs" {...BESIDE}>
          <Textarea
            flex={1}
            {...note.field}
            aria-label={note.field.label}
            label={undefined}
            placeholder={t('compliance.noteHint')}
            autosize
            minRows={1}
            maxRows={8}
            maxLength={REVIEW_NOTE_MAX_LENGTH}
            {...errorProps({ error: note.field.error })}
          />
          <Button
            type="submit"
            tone="primary"
            size="sm"
            busy={isMutating}
            busyText={t('compliance.holds.busy')}
            aria-keyshortcuts="p"
          >
            {t(isAlone ? 'compliance.closeCase' : 'compliance.propose')}
            <KeyHint>p</KeyHint>
          </Button>
        </Flex>
        <CaseConflict error={error} steps={detail.steps} />
      </Stack>
    </form>
  );
}

/** 1, 2, 3 choose an outcome, p sends it; what is missing then gets the focus. */
function useOutcomeKeys(acts: {
  readonly choose: (outcome: ReviewOutcome) => void;
  readonly submit: () => void;
  readonly isAlone: boolean;
}): void {
  const { t } = useTranslation();
  useKeys(t('compliance.keys.case'), [
    ...REVIEW_OUTCOMES.map((outcome, index) => ({
      key: String(index + 1),
      text: t(`compliance.outcomes.${outcome}`),
      short: t('compliance.keys.outcome'),
      act: () => {
        acts.choose(outcome);
      },
    })),
    {
      key: 'p',
      text: t(acts.isAlone ? 'compliance.keys.closeCase' : 'compliance.keys.propose'),
      short: t(acts.isAlone ? 'compliance.keys.close' : 'compliance.keys.proposeShort'),
      act: acts.submit,
    },
  ]);
}

interface OutcomesProps {
  readonly value: ReviewOutcome | null;
  readonly first: Ref<HTMLButtonElement>;
  readonly error: string | undefined;
  readonly onChange: (outcome: ReviewOutcome) => void;
}

/** Nothing is chosen beforehand: a case closes only with a chosen outcome. */
function Outcomes({ value, first, error, onChange }: OutcomesProps) {
  const { t } = useTranslation();
  return (
    <Radio.Group
      aria-label={t('compliance.outcome')}
      value={value}
      onChange={(picked) => {
        const outcome = REVIEW_OUTCOMES.find((one) => one === picked);
        if (outcome) onChange(outcome);
      }}
      aria-describedby={error === undefined ? undefined : 'outcome-error'}
    >
      <Group align="stretch" gap="xs">
        {REVIEW_OUTCOMES.map((outcome, index) => (
          <Radio.Card
            key={outcome}
            {...(index === 0 && { ref: first })}
            value={outcome}
            className="outcome"
            flex="1 1 160px"
            w="auto"
            p="xs"
            aria-keyshortcuts={String(index + 1)}
          >
            <Flex gap="xs">
              <Radio.Indicator />
              <Box component="span" flex={1}>
                <Group justify="space-between" gap={4} wrap="nowrap">
                  <Text component="b" fz="sm">
                    {t(`compliance.outcomes.${outcome}`)}
                  </Text>
                  <KeyHint ms={0}>{String(index + 1)}</KeyHint>
                </Group>
                <Fine span display="block">
                  {t(`compliance.outcomeTexts.${outcome}`)}
                </Fine>
              </Box>
            </Flex>
          </Radio.Card>
        ))}
      </Group>
      {error !== undefined && <FieldError id="outcome-error">{error}</FieldError>}
    </Radio.Group>
  );
}
