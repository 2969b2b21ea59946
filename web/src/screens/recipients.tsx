import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import type { SavedRecipient } from '@kernel/recipients';
import { useMe } from '../accounts/use-session';
import { PastRecipientsCard } from '../recipients/past-recipients-card';
import { RecipientsCard } from '../recipients/recipients-card';
import { readDraftState } from '../transfers/pending-payment';
import { QuickSend, type QuickSendHandle } from '../transfers/quick-send';
import { fillQuickSend } from '../transfers/quick-send-draft';
import { useAllowance } from '../transfers/use-allowance';
import { useOptimisticTransfers } from '../transfers/use-optimistic-transfers';
import { useRecentTransfers } from '../transfers/use-transfers';
import { withPayments } from '../transfers/with-payments';
import { Icon } from '../ui/icon';
import { PageHeading } from '../ui/page-heading';

/** Saved recipients, those of earlier transfers, and the form to send to one of them. */
export function RecipientsScreen() {
  const { t } = useTranslation();
  const { uid } = useMe();
  const [sends, setSends] = useState(0);
  return (
    <>
      <Link className="link muted" to="/dashboard">
        <Icon name="chevronLeft" />
        {t('nav.dashboard')}
      </Link>
      <div className="page-head">
        <PageHeading title={t('recipients.title')}>{t('recipients.title')}</PageHeading>
      </div>
      <div className="grid">
        <div className="stack-blocks">
          <RecipientsCard
            onSend={({ name, platform, handle }: SavedRecipient) => {
              fillQuickSend(uid, { recipient: name, platform, handle });
              setSends(sends + 1);
            }}
          />
          <PastRecipientsCard />
        </div>
        <SendForm key={sends} chosen={sends > 0} />
      </div>
    </>
  );
}

/** Quick Send, as on the dashboard; a chosen recipient fills it in again. */
function SendForm({ chosen }: { readonly chosen: boolean }) {
  const { uid } = useMe();
  const location = useLocation();
  const { data: allowance } = useAllowance();
  const { data: recent } = useRecentTransfers();
  const optimistic = useOptimisticTransfers();
  const form = useRef<QuickSendHandle>(null);
  useEffect(() => {
    if (chosen) form.current?.focus('amount');
  }, [chosen]);
  return (
    <QuickSend
      key={location.key}
      ref={form}
      draft={chosen ? null : readDraftState(location.state, uid)}
      wanted={false}
      besideRecipients
      recent={recent ? withPayments(optimistic, recent.items) : optimistic}
      allowance={allowance}
    />
  );
}
