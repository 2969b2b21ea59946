import { useTranslation } from 'react-i18next';
import { PROVIDER_NAMES, type SocialProvider } from '@kernel/accounts';
import { ApiError } from '../lib/api-error';
import { useProblemText } from '../lib/use-problem-text';
import { Button, ButtonLink } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { ErrorSummary, SummaryBox } from '../ui/error-summary';
import { PasswordField } from '../ui/password-field';
import { showSuccess } from '../ui/toasts';
import { useCheckedForm } from '../ui/use-checked-form';
import { checkCurrentPassword } from './checks';
import { useAccountCommands } from './use-account-commands';

const FORM = 'remove-provider';

interface RemoveProviderProps {
  readonly provider: SocialProvider;
  /** The only way to sign in stays. */
  readonly isLast: boolean;
  readonly onRemoved: () => void;
  readonly onClose: () => void;
}

/** Asks before a provider is removed: with the password, or, without one, why it cannot be. */
export function RemoveProvider({ isLast, ...asked }: RemoveProviderProps) {
  return isLast ? <OnlyWay {...asked} /> : <AskPassword {...asked} />;
}

type Asked = Omit<RemoveProviderProps, 'isLast'>;

function OnlyWay({ provider, onClose }: Asked) {
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

function AskPassword({ provider, onRemoved, onClose }: Asked) {
  const { t } = useTranslation();
  const { unlink } = useAccountCommands();
  const problemText = useProblemText();
  const named = { provider: PROVIDER_NAMES[provider] };
  const { busy, attempt, problem, field, summary, onSubmit } = useCheckedForm({
    name: FORM,
    initialValues: { password: '' },
    checks: { password: checkCurrentPassword },
    send: async ({ password }) => {
      try {
        await unlink(provider, password);
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'current_password_wrong')) throw error;
        return { password: 'profile.wrongPassword' };
      }
      showSuccess(t('profile.removed', named));
      onClose();
      onRemoved();
      return undefined;
    },
  });
  return (
    <Dialog
      open
      place="center"
      onClose={onClose}
      title={t('profile.removeTitle', named)}
      actions={
        <>
          <Button type="submit" form={FORM} tone="danger" busy={busy} busyText={t('profile.removing')}>
            {t('profile.removeNamed', named)}
          </Button>
          <Button onClick={onClose}>{t('profile.keep')}</Button>
        </>
      }
    >
      <form id={FORM} className="stack-24" noValidate onSubmit={onSubmit}>
        <p>{t('profile.removeText', named)}</p>
        {problem !== null && <SummaryBox title={problemText(problem)} attempt={attempt} />}
        <ErrorSummary items={summary} attempt={attempt} />
        <PasswordField
          label={t('profile.currentPassword')}
          autoComplete="current-password"
          {...field('password')}
        />
      </form>
    </Dialog>
  );
}
