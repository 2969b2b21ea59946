import './recipients.css';
import { Box } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { recipientKey, type Recipient } from '@kernel/recipients';
import { useSend } from '../lib/use-send';
import { usePastTransfers } from '../transfers/use-transfers';
import { Button } from '../ui/button';
import { Card } from '../ui/card';
import { showSuccess } from '../ui/toasts';
import { notSaved, pastRecipients } from './past-recipients';
import { RecipientLine } from './recipient-line';
import { SaveProblem } from './save-problem';
import { useRecipients } from './use-recipients';

/** Offered at once; the others come up when these are saved. */
const OFFERED_LIMIT = 5;

/** Those the sender has sent to and not saved; nothing while there are none, or while that is not known. */
export function PastRecipientsCard() {
  const { t } = useTranslation();
  const { recipients } = useRecipients();
  const { data } = usePastTransfers();
  if (!recipients || !data) return null;
  const offered = notSaved(pastRecipients(data.items), recipients).slice(0, OFFERED_LIMIT);
  if (offered.length === 0) return null;
  return (
    <Card title={t('recipients.past')}>
      <Box component="p" className="muted t14" mb={16}>
        {t('recipients.pastText')}
      </Box>
      <ul className="rows">
        {offered.map((recipient) => (
          <OfferedRow key={recipientKey(recipient)} recipient={recipient} />
        ))}
      </ul>
    </Card>
  );
}

function OfferedRow({ recipient }: { readonly recipient: Recipient }) {
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
      <div className="row">
        <RecipientLine recipient={recipient} />
        <Button
          size="sm"
          busy={isMutating}
          aria-label={t('recipients.saveNamed', { name: recipient.name })}
          onClick={() => void trigger(false)}
        >
          {t('profile.save')}
        </Button>
      </div>
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
