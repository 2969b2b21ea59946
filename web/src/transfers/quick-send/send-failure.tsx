import { useTranslation } from 'react-i18next';
import { ApiError } from '../../lib/api/api-error';
import { Notice } from '../../ui/feedback/notice';
import { outcomeOf } from '../payment/outcome';
import { LimitRefusal } from '../limits/limit-refusal';
import type { QuickSendForm } from './use-quick-send';

interface SendFailureProps {
  readonly form: QuickSendForm;
  readonly minimum: string;
}

/** Why the last press failed, and what the sender can do about it. */
export function SendFailure({ form, minimum }: SendFailureProps) {
  const { t } = useTranslation();
  const { failure } = form;
  if (failure === null || form.busy) return null;
  if (!(failure instanceof ApiError) || outcomeOf(failure) !== 'refused') {
    return (
      <Notice tone="warning" icon="alert" role="alert">
        {t('quick.notReached')}
      </Notice>
    );
  }
  return (
    <LimitRefusal
      error={failure}
      minimum={minimum}
      wanted={form.draft?.amount ?? '0.00'}
      onSmaller={(amount) => {
        form.form.setFieldValue('amount', amount);
        form.submit({ ...form.values, amount });
      }}
    />
  );
}
