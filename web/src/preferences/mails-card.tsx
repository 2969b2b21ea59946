import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Box, Text } from '@mantine/core';
import type { Me } from '@kernel/people/accounts';
import { MAIL_CHOICES, type MailChoice, type UserPrefs } from '@kernel/people/preferences';
import { useProblemText } from '../lib/api/use-problem-text';
import { useSend } from '../lib/api/use-send';
import { showError, showSuccess } from '../ui/feedback/toasts';
import { Switch } from '../ui/forms/switch';
import { Card } from '../ui/parts/card';
import { Icon, type IconName } from '../ui/parts/icon';
import { Rows } from '../ui/parts/row';
import { usePreferences } from './use-preferences';

/** Which mails the user gets: those that always come, then a switch for all others and one for each kind. */
export function MailsCard({ me, preferences }: { readonly me: Me; readonly preferences: UserPrefs }) {
  const { t } = useTranslation();
  return (
    <Card title={t('profile.mails')} subtitle={t('profile.mailsLead', { email: me.email })}>
      <Rows>
        <AlwaysRow icon="document" kind="mailsMoney" />
        <AlwaysRow icon="lock" kind="mailsLegal" />
        <SwitchRow choice="emailOptIn" label={t('profile.emails')} icon="mail" {...{ preferences }} />
        {preferences.emailOptIn &&
          MAIL_CHOICES.map((choice) => (
            <SwitchRow
              key={choice}
              choice={choice}
              label={t(`profile.${choice}`)}
              icon={ICONS[choice]}
              {...{ preferences }}
            />
          ))}
      </Rows>
    </Card>
  );
}

const ICONS: Readonly<Record<MailChoice, IconName>> = {
  emailIdentity: 'shieldCheck',
  emailReminders: 'clock',
};

function AlwaysRow({ icon, kind }: { readonly icon: IconName; readonly kind: 'mailsMoney' | 'mailsLegal' }) {
  const { t } = useTranslation();
  return (
    <Box component="li" className="row" mih={72}>
      <Icon name={icon} />
      <Box flex={1} miw={0}>
        <b>{t(`profile.${kind}`)}</b>
        <Text fz="sm" c="dimmed">
          {t(`profile.${kind}Hint`)}
        </Text>
      </Box>
      <Text span fz="sm" c="dimmed">
        {t('profile.always')}
      </Text>
    </Box>
  );
}

interface SwitchRowProps {
  readonly choice: MailChoice | 'emailOptIn';
  readonly label: string;
  readonly icon: IconName;
  readonly preferences: UserPrefs;
}

/** Counts at once. A choice that did not arrive shows what is stored, and why. */
function SwitchRow({ choice, label, icon, preferences }: SwitchRowProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const { save, mutate } = usePreferences();
  const [wanted, setWanted] = useState(false);
  const change = async (on: boolean) => {
    try {
      await save({ [choice]: on });
    } catch (failure) {
      // The choice may have arrived without its answer.
      const stored = await mutate();
      if (stored?.[choice] !== on) throw failure;
    }
  };
  const { trigger, isMutating, error } = useSend(change, {
    onSuccess: () => {
      showSuccess(t('profile.saved'));
    },
    onError: () => {
      showError(t('profile.error'));
    },
  });
  return (
    <li className="row">
      <Icon name={icon} />
      <Switch
        flex={1}
        label={label}
        description={t(`profile.${choice}Hint`)}
        checked={isMutating ? wanted : preferences[choice]}
        error={error === undefined ? undefined : problemText(error)}
        onChange={({ currentTarget: { checked } }) => {
          setWanted(checked);
          void trigger(checked);
        }}
      />
    </li>
  );
}
