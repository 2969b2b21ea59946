import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { type Me, PROVIDER_NAMES, SOCIAL_PROVIDERS, type SocialProvider } from '@kernel/people/accounts';
import { Box } from '@mantine/core';
import { useProblemText } from '../lib/api/use-problem-text';
import { Button } from '../ui/forms/button';
import { Card } from '../ui/parts/card';
import { Muted } from '../ui/parts/text';
import { SummaryBox } from '../ui/forms/error-summary';
import { EmailReminder } from './email-reminder';
import { MethodMark } from './sign-in/method-mark';
import { PasswordDialog } from './passwords/password-dialog';
import { SecondFactorRow } from './second-factor/second-factor-row';
import { LinkProvider, OnlyWay, RemoveProvider } from './sign-in/provider-dialogs';
import { useConfig } from './use-config';
import { isStaff } from './use-session';
import { useSocialRefusal } from './sign-in/use-social-sign-in';

interface SignInMethodsCardProps {
  readonly me: Me;
  /** After a change that ends other sessions. */
  readonly onChanged: () => void;
}

interface MethodChange {
  readonly change: 'link' | 'remove';
  readonly provider: SocialProvider;
}

/** How the user signs in, each way with its change. Without a password, the card says how to set one. */
export function SignInMethodsCard({ me, onChanged }: SignInMethodsCardProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const offered = useConfig()?.providers;
  const { problem, attempt } = useSocialRefusal();
  const [selected, setSelected] = useState<MethodChange | null>(null);
  const hasPassword = me.signInMethods.includes('password');
  const canLink = (provider: SocialProvider) => hasPassword && !isStaff(me) && offered?.[provider] === true;
  const isLinked = (provider: SocialProvider) => me.signInMethods.includes(provider);
  const isShown = (provider: SocialProvider) =>
    isLinked(provider) || (me.emailConfirmed && canLink(provider));
  return (
    <Card title={t('profile.methods')}>
      {problem !== null && (
        <Box mb="md">
          <SummaryBox title={t('profile.linkError', { message: problemText(problem) })} attempt={attempt} />
        </Box>
      )}
      <ul className="rows">
        {hasPassword && <PasswordRow {...{ me, onChanged }} />}
        <SecondFactorRow onChanged={onChanged} />
        {SOCIAL_PROVIDERS.filter(isShown).map((provider) => {
          const change = isLinked(provider) ? 'remove' : 'link';
          return <ProviderRow key={provider} selected={{ change, provider }} onSelect={setSelected} />;
        })}
      </ul>
      <ConfirmToLink me={me} canLink={SOCIAL_PROVIDERS.some(canLink)} />
      {!hasPassword && (
        <>
          <Muted>{t('profile.noPassword')}</Muted>
          <Link className="link" to="/forgot">
            {t('profile.setPassword')}
          </Link>
        </>
      )}
      {selected && (
        <ChangeDialog
          {...{ selected, hasPassword, onChanged }}
          onClose={() => {
            setSelected(null);
          }}
        />
      )}
    </Card>
  );
}

function PasswordRow({ me, onChanged }: SignInMethodsCardProps) {
  const { t } = useTranslation();
  const [changing, setChanging] = useState(false);
  return (
    <li className="row">
      <MethodMark method="password" />
      <span className="row-who">
        <b>{t('profile.passwordTitle')}</b>
        <span className="row-meta">{me.email}</span>
      </span>
      <Button
        size="sm"
        aria-label={t('profile.changePassword')}
        onClick={() => {
          setChanging(true);
        }}
      >
        {t('about.change')}
      </Button>
      {changing && (
        <PasswordDialog
          onChanged={onChanged}
          onClose={() => {
            setChanging(false);
          }}
        />
      )}
    </li>
  );
}

/** A provider is linked only to an account with a confirmed address. */
function ConfirmToLink({ me, canLink }: { readonly me: Me; readonly canLink: boolean }) {
  const { t } = useTranslation();
  if (me.emailConfirmed || !canLink) return null;
  const text = t('dashboard.confirmText', { email: me.email });
  return (
    <Box mt="md">
      <EmailReminder title={t('profile.confirmToLink')} text={text} />
    </Box>
  );
}

function ProviderRow({
  selected,
  onSelect,
}: {
  readonly selected: MethodChange;
  readonly onSelect: (selected: MethodChange) => void;
}) {
  const { t } = useTranslation();
  const provider = PROVIDER_NAMES[selected.provider];
  return (
    <li className="row">
      <MethodMark method={selected.provider} />
      <span className="row-who">
        <b>{provider}</b>
        {selected.change === 'link' && <span className="row-meta">{t('profile.notLinked')}</span>}
      </span>
      <Button
        size="sm"
        aria-label={t(`profile.${selected.change}Named`, { provider })}
        onClick={() => {
          onSelect(selected);
        }}
      >
        {t(`profile.${selected.change}`)}
      </Button>
    </li>
  );
}

interface ChangeDialogProps {
  readonly selected: MethodChange;
  readonly hasPassword: boolean;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

function ChangeDialog({
  selected: { change, provider },
  hasPassword,
  onChanged,
  onClose,
}: ChangeDialogProps) {
  if (!hasPassword) return <OnlyWay {...{ provider, onClose }} />;
  if (change === 'link') return <LinkProvider {...{ provider, onClose }} />;
  return <RemoveProvider {...{ provider, onClose }} onRemoved={onChanged} />;
}
