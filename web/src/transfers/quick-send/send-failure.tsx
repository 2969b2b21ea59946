import { useTranslation } from 'react-i18next';
import { ApiError } from '../../lib/api/api-error';
import { WAIT_OVER } from '../../lib/use-countdown';
import { Notice } from '../../ui/feedback/notice';
import { nothingRecorded, outcomeOf } from '../payment/outcome';
import { LimitRefusal } from '../limits/limit-refusal';
import { useCancelledText } from '../limits/use-cancelled-text';
import type { QuickSendForm } from './use-quick-send';

interface SendFailureProps {
  readonly form: QuickSendForm;
  readonly minimum: string;
}

/** Why the last press failed, and what the sender can do about it. */
export function SendFailure({ form, minimum }: SendFailureProps) {
  const { t } = useTranslation();
  const cancelledText = useCancelledText();
  const { failure, cancelled } = form;
  if (failure === null || form.busy) return null;
  if (!(failure instanceof ApiError) || failure.code === WAIT_OVER || outcomeOf(failure) !== 'refused') {
    return (
      <Notice tone="warning" icon="alert" role="alert">
        {cancelled && <p>{cancelledText(cancelled)}</p>}
        {t(textOf(failure))}
      </Notice>
    );
  }
  return (
    <LimitRefusal
      error={failure}
      minimum={minimum}
      wanted={form.draft?.amount ?? '0.00'}
      cancelled={cancelled}
      onSend={form.sendInstead}
    />
  );
}

/** The key of what to know where no decision about the send was made. */
function textOf(failure: unknown): string {
  if (failure instanceof ApiError && failure.code === WAIT_OVER) return 'common.waitOver';
  return nothingRecorded(failure) === 'restoring' ? 'quick.restoring' : 'quick.notReached';
}
