import { useRef, useState } from 'react';
import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  DESK_REFERENCE_MAX_LENGTH,
  PAYOUT_FAILURES,
  PLATFORM_MESSAGE_MAX_LENGTH,
  type DeskTask,
  type PayoutFailure,
} from '@kernel/payouts';
import { Button } from '../ui/button';
import { errorProps } from '../ui/field';
import { Icon } from '../ui/icon';
import { TextField } from '../ui/text-field';
import { useRequiredText } from '../ui/use-required-text';
import type { DeskStep } from './use-desk';

interface OutcomeFormsProps {
  readonly task: DeskTask;
  readonly isBusy: boolean;
  readonly onStep: (step: DeskStep) => void;
}

/** The outcome of a payout: delivered with the platform's reference, or not sent with a reason. */
export function OutcomeForms(props: OutcomeFormsProps) {
  return (
    <>
      <Delivered {...props} />
      <NotSent {...props} />
    </>
  );
}

function Delivered({ task: { kind, platform }, isBusy, onStep }: OutcomeFormsProps) {
  const { t } = useTranslation();
  const { field, take } = useRequiredText(t('desk.referenceRequired'));
  return (
    <form
      className="stack-8"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const reference = take();
        if (reference !== null) onStep({ path: 'delivered', body: { reference } });
      }}
    >
      <TextField
        {...field}
        label={t('desk.reference', { platform })}
        autoComplete="off"
        maxLength={DESK_REFERENCE_MAX_LENGTH}
      />
      <Button block type="submit" tone={kind === 'outcome' ? 'primary' : 'default'} size="xs" busy={isBusy}>
        {t(kind === 'unknown' ? 'desk.arrived' : 'desk.delivered')}
      </Button>
    </form>
  );
}

function NotSent({ task: { kind, platform }, isBusy, onStep }: OutcomeFormsProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState<PayoutFailure | null>(null);
  const [words, setWords] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const select = useRef<HTMLInputElement>(null);
  return (
    <form
      className="stack-8"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setIsMissing(reason === null);
        if (reason === null) select.current?.focus();
        else onStep({ path: 'failed', body: { reason, words: words.trim() } });
      }}
    >
      <Select
        ref={select}
        label={t('desk.notSent')}
        placeholder={t('desk.chooseReason')}
        description={t('desk.notSentHint')}
        rightSection={<Icon name="chevronDown" size={16} />}
        comboboxProps={{ shadow: 'md' }}
        {...errorProps({ error: isMissing ? t('desk.reasonRequired') : null })}
        value={reason}
        data={PAYOUT_FAILURES.map((value) => ({ value, label: t(`desk.reasons.${value}`) }))}
        onChange={(chosen) => {
          setReason(PAYOUT_FAILURES.find((one) => one === chosen) ?? null);
          setIsMissing(false);
        }}
      />
      <TextField
        label={t('desk.words', { platform })}
        description={t('desk.wordsHint')}
        autoComplete="off"
        maxLength={PLATFORM_MESSAGE_MAX_LENGTH}
        value={words}
        onChange={(event) => {
          setWords(event.target.value);
        }}
      />
      <Button block type="submit" tone="danger" size="xs" busy={isBusy}>
        {t(kind === 'unknown' ? 'desk.notArrived' : 'desk.failedToPay')}
      </Button>
    </form>
  );
}
