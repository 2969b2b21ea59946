import './quick-send.css';
import { useImperativeHandle, type ReactNode, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavigationType, useNavigationType } from 'react-router-dom';
import type { Allowance, FeeScheduleOverview, Transaction, TransferDraft } from '@kernel/money/transfers';
import type { SavedRecipient } from '@kernel/people/recipients';
import { Flex, Stack } from '@mantine/core';
import { useOnline } from '../../lib/use-online';
import { useFeeSchedule } from '../../lib/use-fee-schedule';
import { useIsNextLoading } from '../../lib/navigation';
import { useLookAlike } from '../../recipients/use-look-alike';
import { useRecipients } from '../../recipients/use-recipients';
import { Button } from '../../ui/forms/button';
import { Card } from '../../ui/parts/card';
import { ErrorBlock } from '../../ui/feedback/error-block';
import { ErrorSummary } from '../../ui/forms/error-summary';
import { Icon } from '../../ui/parts/icon';
import { useCancelToSend } from '../limits/use-cancel-to-send';
import { DuplicateWarning } from './duplicate-warning';
import { LiveFees } from './live-fees';
import type { PendingPayment } from '../payment/pending-payment';
import { NoteField, QuickSendFields } from './quick-send-fields';
import { QuickSendLoading } from './quick-send-loading';
import { sendableAmount } from './quick-send-rules';
import { repeatRecipients } from './repeat-recipients';
import { RepeatRecipients } from './repeat-recipients-chips';
import { SendFailure } from './send-failure';
import { useQuickSend, type QuickSendForm as Form } from './use-quick-send';

const NONE_SAVED: readonly SavedRecipient[] = [];

interface QuickSendProps {
  /** The draft from Edit or "Send again". */
  readonly draft: TransferDraft | null;
  /** A link led to this form. */
  readonly wanted: boolean;
  /** Newest first, for earlier recipients and the duplicate warning; undefined until they have loaded. */
  readonly recent: readonly (Transaction | PendingPayment)[] | undefined;
  /** In a dialog that names the recipient: no card, no other people, and the amount has the focus. */
  readonly inDialog?: boolean;
  /** How much may still be sent; undefined until it is known. */
  readonly allowance: Allowance | undefined;
  readonly ref?: Ref<QuickSendHandle>;
}

/** What the page around the form may do with it. */
export type QuickSendHandle = Pick<Form, 'focus'>;

/** The form for sending money; its submit button leads to the review. */
export function QuickSend({ recent, ...props }: QuickSendProps) {
  const { t } = useTranslation();
  const { data: overview, error, mutate } = useFeeSchedule();
  // Recipients that appear later would push the form down.
  if (overview && recent) return <QuickSendForm {...props} recent={recent} overview={overview} />;
  if (error === undefined) return <QuickSendLoading />;
  return (
    <Card title={t('quick.title')}>
      <ErrorBlock title={t('quick.failed')} error={error} onRetry={() => void mutate()} />
    </Card>
  );
}

interface QuickSendFormProps extends QuickSendProps {
  readonly recent: readonly (Transaction | PendingPayment)[];
  readonly overview: FeeScheduleOverview;
}

function QuickSendForm(props: QuickSendFormProps) {
  const { draft, wanted, recent, inDialog = false, allowance, overview, ref } = props;
  const online = useOnline();
  const form = useQuickSend(draft, overview);
  useImperativeHandle(ref, () => ({ focus: form.focus }));
  // Until the saved ones have loaded, recipients of recent transfers are compared.
  const saved = useRecipients().recipients ?? NONE_SAVED;
  const people = inDialog ? [] : repeatRecipients(recent);
  const lookAlike = useLookAlike(form.values, saved, recent);
  // The review's code may still be loading.
  const leaving = useIsNextLoading();
  // Edit and "Send again" lead to the form they filled in; going back leaves the page where it was.
  const arrived =
    useNavigationType() === NavigationType.Push && (wanted || (draft !== null && form.changed === null));
  return (
    <Place inDialog={inDialog} focused={arrived}>
      <RepeatRecipients people={people} form={form} />
      <form
        className="stack-16"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!online || (form.draft && lookAlike.needsDecision())) return;
          form.onSubmit(event);
        }}
      >
        <ErrorSummary items={form.summary} attempt={form.attempt} />
        <QuickSendFields
          form={form}
          allowance={allowance}
          saved={saved}
          recent={recent}
          lookAlike={lookAlike}
          people={people.length > 0}
          autoFocusAmount={inDialog}
        />
        <Folds form={form} overview={overview} />
        <DuplicateWarning draft={form.draft} recent={recent} />
        <SendFailure form={form} minimum={overview.minimum} />
        <SendButton form={form} busy={form.busy || leaving} />
      </form>
    </Place>
  );
}

/** Not the button to press while the refusal offers another one. */
function SendButton({ form, busy }: { readonly form: Form; readonly busy: boolean }) {
  const { t } = useTranslation();
  const online = useOnline();
  const offer = useCancelToSend(form.failure, form.draft?.amount);
  return (
    <Stack gap="xs">
      <Button
        type="submit"
        tone={offer ? 'default' : 'primary'}
        block
        busy={busy}
        busyText={t('quick.checking')}
        disabled={!online}
        // Leaving a field may show a line that moves the button away from under the pointer: the focus stays.
        onMouseDown={(event) => {
          event.preventDefault();
        }}
        aria-describedby={online ? undefined : 'quick-offline'}
      >
        {t('quick.send')}
      </Button>
      {!online && (
        <p className="note" id="quick-offline">
          <Icon name="alert" />
          <span>{t('quick.offline')}</span>
        </p>
      )}
    </Stack>
  );
}

interface PlaceProps {
  readonly inDialog: boolean;
  readonly focused: boolean;
  readonly children: ReactNode;
}

/** A block of a page, or the content of a dialog. */
function Place({ inDialog, focused, children }: PlaceProps) {
  const { t } = useTranslation();
  if (inDialog) return <div className="quick-send">{children}</div>;
  return (
    <Card className="quick-send" focused={focused} title={t('quick.title')} aside={<AllRecipients />}>
      {children}
    </Card>
  );
}

/** What comes after the amount appears with it: a note, and the fees. */
function Folds({ form, overview }: { readonly form: Form; readonly overview: FeeScheduleOverview }) {
  const { amount, note } = form.values;
  return (
    <Flex className="quick-folds" wrap="wrap" align="flex-start" justify="space-between" columnGap="md">
      {(amount !== '' || note !== '') && <NoteField form={form} />}
      <LiveFees amount={sendableAmount(amount, overview)} schedule={overview.schedule} />
    </Flex>
  );
}

function AllRecipients() {
  const { t } = useTranslation();
  return (
    <Link className="link" to="/recipients">
      {t('quick.allRecipients')}
    </Link>
  );
}
