import './recipients.css';
import { useTranslation } from 'react-i18next';
import { recipientKey, type Recipient } from '@kernel/people/recipients';
import { useSend } from '../lib/api/use-send';
import { usePastTransfers } from '../transfers/use-transfers';
import { Button } from '../ui/forms/button';
import { Card } from '../ui/parts/card';
import { Muted } from '../ui/parts/text';
import { SkeletonRows } from '../ui/feedback/skeleton';
import { showSuccess } from '../ui/feedback/toasts';
import { notSaved, pastRecipients } from './past-recipients';
import { SendRow } from './send-row';
import { SaveProblem } from './save-problem';
import { useRecipients } from './use-recipients';

/** Offered at once; the others come up when these are saved. */
const OFFERED_LIMIT = 5;

interface PastRecipientsCardProps {
  readonly onSend: (recipient: Recipient) => void;
}

/** Those the sender has sent to and not saved; nothing while there are none, or when that is not known. */
export function PastRecipientsCard({ onSend }: PastRecipientsCardProps) {
  const { t } = useTranslation();
  const { recipients } = useRecipients();
  const { data, error } = usePastTransfers();
  if (!recipients) return null;
  if (!data) return error === undefined ? <Waiting /> : null;
  const offered = notSaved(pastRecipients(data.items), recipients).slice(0, OFFERED_LIMIT);
  if (offered.length === 0) return null;
  return (
    <Card title={t('recipients.past')}>
      <Muted mb="md">{t('recipients.pastText')}</Muted>
      <ul className="rows">
        {offered.map((recipient) => (
          <OfferedRow
            key={recipientKey(recipient)}
            recipient={recipient}
            onSend={() => {
              onSend(recipient);
            }}
          />
        ))}
      </ul>
    </Card>
  );
}

/** Keeps a place: on a phone the form follows, and would be pushed down. */
function Waiting() {
  return (
    <Card busy>
      <SkeletonRows count={2} />
    </Card>
  );
}

interface OfferedRowProps {
  readonly recipient: Recipient;
  readonly onSend: () => void;
}

function OfferedRow({ recipient, onSend }: OfferedRowProps) {
  const { t } = useTranslation();
  const { save } = useRecipients();
  const { trigger, isMutating, error } = useSend(
    (confirmSimilar: boolean) => save({ ...recipient, ...(confirmSimilar && { confirmSimilar }) }),
    {
      onSuccess: () => {
        showSuccess(t('recipients.savedNow', { name: recipient.name }));
      },
    },
  );
  return (
    <li>
      <SendRow recipient={recipient} onSend={onSend}>
        <Button
          size="sm"
          tone="subtle"
          busy={isMutating}
          aria-label={t('recipients.saveNamed', { name: recipient.name })}
          onClick={() => void trigger(false)}
        >
          {t('profile.save')}
        </Button>
      </SendRow>
      {error !== undefined && (
        <SaveProblem
          problem={error}
          onConfirm={() => {
            void trigger(true);
          }}
        />
      )}
    </li>
  );
}
