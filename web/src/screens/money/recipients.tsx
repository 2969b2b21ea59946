import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Recipient } from '@kernel/people/recipients';
import { Box } from '@mantine/core';
import { useMe } from '../../accounts/use-session';
import { useFeeSchedule } from '../../lib/use-fee-schedule';
import { PastRecipientsCard } from '../../recipients/past-recipients-card';
import { RecipientsCard } from '../../recipients/recipients-card';
import { QuickSend } from '../../transfers/quick-send/quick-send';
import { fillQuickSend } from '../../transfers/quick-send/quick-send-draft';
import { useAllowance } from '../../transfers/limits/use-allowance';
import { useOptimisticTransfers } from '../../transfers/payment/use-optimistic-transfers';
import { useRecentTransfers } from '../../transfers/use-transfers';
import { withPayments } from '../../transfers/payment/with-payments';
import { Dialog } from '../../ui/feedback/dialog';
import { Icon } from '../../ui/parts/icon';
import { PageHeading } from '../../ui/parts/page-heading';

/** Saved recipients and those of earlier transfers; Send opens the form next to them. */
export function RecipientsScreen() {
  const { t } = useTranslation();
  const { uid } = useMe();
  const [chosen, setChosen] = useState<Recipient | null>(null);
  const send = (recipient: Recipient) => {
    const { name, platform, handle } = recipient;
    fillQuickSend(uid, { recipient: name, platform, handle });
    setChosen(recipient);
  };
  // The form opens at once.
  useFeeSchedule();
  return (
    <>
      <Box component={Link} className="link" c="dimmed" to="/dashboard">
        <Icon name="chevronLeft" />
        {t('nav.dashboard')}
      </Box>
      <div className="page-head">
        <PageHeading title={t('recipients.title')}>{t('recipients.title')}</PageHeading>
      </div>
      <div className="grid recipients-columns">
        <RecipientsCard onSend={send} />
        <PastRecipientsCard onSend={send} />
      </div>
      <Dialog
        open={chosen !== null}
        onClose={() => {
          setChosen(null);
        }}
        title={chosen ? t('recipients.sendTo', { name: chosen.name }) : ''}
      >
        <SendForm />
      </Dialog>
    </>
  );
}

/** Quick Send as it was filled in, with what was typed before. */
function SendForm() {
  const { data: allowance } = useAllowance();
  const { data: recent } = useRecentTransfers();
  const optimistic = useOptimisticTransfers();
  return (
    <QuickSend
      draft={null}
      wanted={false}
      inDialog
      recent={recent ? withPayments(optimistic, recent.items) : optimistic}
      allowance={allowance}
    />
  );
}
