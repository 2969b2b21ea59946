import { useTranslation } from 'react-i18next';
import { PROVIDER_NAMES, type SocialProvider } from '@kernel/people/accounts';
import { Stack } from '@mantine/core';
import { ApiError } from '../../lib/api/api-error';
import { useProblemText } from '../../lib/api/use-problem-text';
import { useLanguage } from '../../preferences/use-language';
import { Button, ButtonLink } from '../../ui/forms/button';
import { Dialog } from '../../ui/feedback/dialog';
import { ErrorSummary, SummaryBox } from '../../ui/forms/error-summary';
import { PasswordField } from '../../ui/forms/password-field';
import { showSuccess } from '../../ui/feedback/toasts';
import { useCheckedForm } from '../../ui/forms/use-checked-form';
import { checkCurrentPassword } from '../passwords/checks';
import { useAccountCommands } from '../use-account-commands';
import { useMe } from '../use-session';
import { UsernameField } from '../passwords/username-field';

const FORM = 'provider';

interface ProviderDialogProps {
  readonly provider: SocialProvider;
  readonly onClose: () => void;
}

/** Takes the password, and leaves for the provider's page, which comes back to this screen. */
export function LinkProvider({ provider, onClose }: ProviderDialogProps) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const { startLink } = useAccountCommands();
  const named = { provider: PROVIDER_NAMES[provider] };
  return (
    <PasswordDialog
      title={t('profile.linkTitle', named)}
      text={t('profile.linkText', named)}
      action={{ tone: 'primary', text: t('profile.linkNamed', named), busyText: t('profile.leaving', named) }}
      send={async (password) => {
        const { address } = await startLink(provider, { password, locale: language });
        window.location.assign(address);
      }}
      cancel={t('profile.notNow')}
      onClose={onClose}
    />
  );
}

/** Takes the password, and removes the provider. */
export function RemoveProvider({
  provider,
  onClose,
  onRemoved,
}: ProviderDialogProps & { readonly onRemoved: () => void }) {
  const { t } = useTranslation();
  const { unlink } = useAccountCommands();
  const named = { provider: PROVIDER_NAMES[provider] };
  return (
    <PasswordDialog
      title={t('profile.removeTitle', named)}
      text={t('profile.removeText', named)}
      action={{ tone: 'danger', text: t('profile.removeNamed', named), busyText: t('profile.removing') }}
      send={async (password) => {
        await unlink(provider, password);
        showSuccess(t('profile.removed', named));
        onClose();
        onRemoved();
      }}
      cancel={t('profile.keep')}
      onClose={onClose}
    />
  );
}

/** Says why the only way to sign in stays. */
export function OnlyWay({ provider, onClose }: ProviderDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open
      place="center"
      onClose={onClose}
      title={t('profile.onlyWayTitle', { provider: PROVIDER_NAMES[provider] })}
      actions={
        <>
          <ButtonLink tone="primary" to="/forgot">
            {t('profile.setPassword')}
          </ButtonLink>
          <Button onClick={onClose}>{t('common.close')}</Button>
        </>
      }
    >
      <p>{t('profile.onlyWayText')}</p>
    </Dialog>
  );
}

interface PasswordDialogProps {
  readonly title: string;
  readonly text: string;
  readonly action: {
    readonly tone: 'primary' | 'danger';
    readonly text: string;
    readonly busyText: string;
  };
  /** What the password is for; a wrong one is refused. */
  readonly send: (password: string) => Promise<void>;
  readonly cancel: string;
  readonly onClose: () => void;
}

function PasswordDialog({ title, text, action, send, cancel, onClose }: PasswordDialogProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const { email } = useMe();
  const { busy, attempt, problem, field, summary, onSubmit } = useCheckedForm({
    name: FORM,
    initialValues: { password: '' },
    checks: { password: checkCurrentPassword },
    send: async ({ password }) => {
      try {
        await send(password);
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'current_password_wrong')) throw error;
        return { password: 'profile.wrongPassword' };
      }
      return undefined;
    },
  });
  return (
    <Dialog
      open
      place="center"
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button type="submit" form={FORM} tone={action.tone} busy={busy} busyText={action.busyText}>
            {action.text}
          </Button>
          <Button onClick={onClose}>{cancel}</Button>
        </>
      }
    >
      <form id={FORM} noValidate onSubmit={onSubmit}>
        <Stack gap="lg">
          <p>{text}</p>
          {problem !== null && <SummaryBox title={problemText(problem)} attempt={attempt} />}
          <ErrorSummary items={summary} attempt={attempt} />
          <UsernameField email={email} />
          <PasswordField
            label={t('profile.currentPassword')}
            autoComplete="current-password"
            {...field('password')}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
