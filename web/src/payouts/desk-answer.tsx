import { useState } from 'react';
import { Stack, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PROBLEM_ANSWER_MAX_LENGTH } from '@kernel/money/payouts';
import { Button } from '../ui/forms/button';
import { Checkbox } from '../ui/forms/checkbox';
import { errorProps } from '../ui/forms/field';
import { useRequiredText } from '../ui/forms/use-required-text';
import { useDeskTransfer } from './use-desk';
import type { TaskActionProps } from './use-task-step';

/** Ends the problems on the screen with what was done about them; the sender gets it by mail. */
export function AnswerProblem({ task: { transferId, problems }, isBusy, onStep }: TaskActionProps) {
  const { t } = useTranslation();
  const { data: transfer } = useDeskTransfer(transferId);
  const [withReference, setWithReference] = useState(false);
  const { field, take, clear } = useRequiredText<HTMLTextAreaElement>(t('desk.answerRequired'), {
    subject: transferId,
    use: 'answer',
    label: t('desk.answer'),
  });
  const { error, ...input } = field;
  // With it the recipient can ask the platform.
  const reference = transfer?.steps.find(({ step }) => step === 'delivered')?.reference ?? '';
  const sentence = reference && ` ${t('desk.answerReference', { reference })}`;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // The mail has it as one paragraph.
        const answer = take()?.replaceAll(/\s+/g, ' ');
        if (answer === undefined) return;
        const read = problems.map(({ number }) => number);
        const whole = withReference ? answer + sentence : answer;
        onStep({ path: 'confirm', body: { kind: 'problem', problems: read, answer: whole } }, clear);
      }}
    >
      <Stack gap="xs">
        <Textarea
          {...input}
          {...errorProps({ error })}
          description={t('desk.answerHint')}
          rows={3}
          resize="vertical"
          maxLength={PROBLEM_ANSWER_MAX_LENGTH - sentence.length}
        />
        {sentence !== '' && (
          <Checkbox
            size="sm"
            label={t('desk.includeReference', { reference })}
            checked={withReference}
            onChange={(event) => {
              setWithReference(event.target.checked);
            }}
          />
        )}
        <Button block type="submit" tone="primary" size="xs" busy={isBusy}>
          {t('desk.confirm.problem')}
        </Button>
      </Stack>
    </form>
  );
}
