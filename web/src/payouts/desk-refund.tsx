import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DESK_REFERENCE_MAX_LENGTH, REFUND_WAYS } from '@kernel/money/payouts';
import { pastedLine } from '@kernel/text/pasted-text';
import { Stack, Text } from '@mantine/core';
import { useMe } from '../accounts/use-session';
import { formatMoney } from '../lib/format';
import { Button } from '../ui/forms/button';
import { SelectField } from '../ui/forms/select-field';
import { TextField } from '../ui/forms/text-field';
import { useRequiredChoice } from '../ui/forms/use-required-choice';
import { useRequiredText } from '../ui/forms/use-required-text';
import type { TaskActionProps } from './use-task-step';
import { Muted } from '../ui/parts/text';

/** A failed refund: tried again, or paid back another way, which a second operator agrees to. */
export function RefundActions({ task, isBusy, onStep }: TaskActionProps) {
  const { t, i18n } = useTranslation();
  const { uid } = useMe();
  const settlement = task.refund?.settlement ?? null;
  const amount = formatMoney(task.refund?.owed ?? task.amount, i18n.language);
  const button = { block: true, size: 'xs', busy: isBusy } as const;
  if (!settlement)
    return (
      <>
        <Button
          {...button}
          tone="primary"
          onClick={() => {
            onStep({ path: 'confirm', body: { kind: 'refund' } });
          }}
        >
          {t('desk.confirm.refund')}
        </Button>
        <Folded text={t('desk.paidBack')}>
          <PaidBack task={task} amount={amount} isBusy={isBusy} onStep={onStep} />
        </Folded>
      </>
    );
  const { way, reference, operator } = settlement;
  if (operator.id !== uid)
    return (
      <Button
        {...button}
        tone="primary"
        onClick={() => {
          onStep({ path: 'confirm', body: { kind: 'second_refund', way, reference } });
        }}
      >
        {t('desk.confirm.second_refund', { amount })}
      </Button>
    );
  return (
    <>
      <Text fz="sm">{t('desk.waitsForSecond')}</Text>
      <Folded text={t('desk.correct')}>
        <PaidBack task={task} amount={amount} isBusy={isBusy} onStep={onStep} />
      </Folded>
    </>
  );
}

/** Rarely needed parts, behind a button that names them. */
export function Folded({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        block
        size="xs"
        aria-expanded={isOpen}
        onClick={() => {
          setIsOpen(!isOpen);
        }}
      >
        {text}
      </Button>
      {isOpen && children}
    </>
  );
}

function PaidBack({ task, amount, isBusy, onStep }: TaskActionProps & { readonly amount: string }) {
  const { t } = useTranslation();
  const given = useRequiredText(t('desk.referenceMissing'), {
    subject: task.transferId,
    use: 'paid back',
    label: t('desk.referenceName'),
  });
  const chosen = useRequiredChoice(REFUND_WAYS, t('desk.wayRequired'));
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const reference = given.take();
        const way = chosen.take();
        if (way !== null && reference !== null)
          onStep({ path: 'refunded', body: { way, reference: pastedLine(reference) } }, given.clear);
      }}
    >
      <Stack gap="md">
        <Muted>{t('desk.paidBackHint', { amount })}</Muted>
        <SelectField
          {...chosen.field}
          label={t('desk.way')}
          placeholder={t('desk.chooseWay')}
          data={REFUND_WAYS.map((value) => ({ value, label: t(`desk.ways.${value}`) }))}
        />
        <TextField
          {...given.field}
          description={t('desk.wayReferenceHint')}
          autoComplete="off"
          maxLength={DESK_REFERENCE_MAX_LENGTH}
        />
        <Button block type="submit" size="xs" busy={isBusy}>
          {t('desk.reportPaidBack', { amount })}
        </Button>
      </Stack>
    </form>
  );
}
