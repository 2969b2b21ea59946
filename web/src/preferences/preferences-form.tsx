import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NAME_MAX_LENGTH, type Me } from '@kernel/people/accounts';
import { MAIL_CHOICES, type UserPrefs } from '@kernel/people/preferences';
import { codePointsOf } from '@kernel/text/texts';
import { useProblemText } from '../lib/api/use-problem-text';
import { Button } from '../ui/forms/button';
import { Card } from '../ui/parts/card';
import { Checkbox } from '../ui/forms/checkbox';
import { ErrorSummary, SummaryBox } from '../ui/forms/error-summary';
import { TextField } from '../ui/forms/text-field';
import { showError, showSuccess } from '../ui/feedback/toasts';
import { useCheckedForm } from '../ui/forms/use-checked-form';
import { LeaveGuard } from './leave-guard';
import { MailChoices } from './mail-choices';
import { usePreferences } from './use-preferences';

interface PreferencesFormProps {
  readonly me: Me;
  readonly preferences: UserPrefs;
}

/** Display name and mail, saved together. */
export function PreferencesForm({ me, preferences }: PreferencesFormProps) {
  const { t } = useTranslation();
  const { save } = usePreferences();
  const problemText = useProblemText();
  const [saved, setSaved] = useState(() => valuesOf(preferences));
  const { form, busy, attempt, problem, field, summary, onSubmit } = useCheckedForm({
    name: 'profile',
    initialValues: saved,
    checks: { displayName: checkDisplayName },
    params: { nameMax: NAME_MAX_LENGTH },
    send: async (values) => {
      const change = { ...values, displayName: values.displayName.trim() };
      try {
        await save(change);
      } catch (error) {
        showError(t('profile.error'));
        throw error;
      }
      form.setValues(change);
      setSaved(change);
      showSuccess(t('profile.saved'));
      return undefined;
    },
  });
  const { displayName, emailOptIn } = form.values;
  const changed =
    displayName.trim() !== saved.displayName ||
    (['emailOptIn', ...MAIL_CHOICES] as const).some((choice) => form.values[choice] !== saved[choice]);
  return (
    <Card title={t('profile.you')}>
      <LeaveGuard active={changed} />
      <form className="stack-24" noValidate onSubmit={onSubmit}>
        {problem !== null && (
          <SummaryBox silent title={t('profile.error')} attempt={attempt}>
            <p>{problemText(problem)}</p>
          </SummaryBox>
        )}
        <ErrorSummary items={summary} attempt={attempt} />
        <TextField
          label={t('profile.displayName')}
          autoComplete="nickname"
          placeholder={me.fullName}
          description={t('profile.displayNameHint', { fullName: me.fullName })}
          {...field('displayName')}
        />
        <Checkbox
          label={t('profile.emails')}
          description={t('profile.emailsHint', { email: me.email })}
          {...field('emailOptIn')}
        />
        {emailOptIn && <MailChoices field={field} />}
        <Button type="submit" tone="primary" busy={busy} busyText={t('profile.saving')}>
          {t('profile.save')}
        </Button>
      </form>
    </Card>
  );
}

function valuesOf(preferences: UserPrefs) {
  const { displayName, emailOptIn, emailIdentity, emailReminders } = preferences;
  return { displayName: displayName ?? '', emailOptIn, emailIdentity, emailReminders };
}

function checkDisplayName(name: string): string | null {
  return codePointsOf(name.trim()) <= NAME_MAX_LENGTH ? null : 'profile.displayNameTooLong';
}
