import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Me } from '@kernel/people/accounts';
import { MAIL_CHOICES, type UserPrefs } from '@kernel/people/preferences';
import { useProblemText } from '../lib/api/use-problem-text';
import { Button } from '../ui/forms/button';
import { Card } from '../ui/parts/card';
import { Checkbox } from '../ui/forms/checkbox';
import { ErrorSummary, SummaryBox } from '../ui/forms/error-summary';
import { showError, showSuccess } from '../ui/feedback/toasts';
import { useCheckedForm } from '../ui/forms/use-checked-form';
import { LeaveGuard } from './leave-guard';
import { MailChoices } from './mail-choices';
import { usePreferences } from './use-preferences';

interface PreferencesFormProps {
  readonly me: Me;
  readonly preferences: UserPrefs;
}

/** Which mails the user gets. */
export function PreferencesForm({ me, preferences }: PreferencesFormProps) {
  const { t } = useTranslation();
  const { save } = usePreferences();
  const problemText = useProblemText();
  const [saved, setSaved] = useState(() => valuesOf(preferences));
  const { form, busy, attempt, problem, field, summary, onSubmit } = useCheckedForm({
    name: 'profile',
    initialValues: saved,
    checks: {},
    send: async (change) => {
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
  const { emailOptIn } = form.values;
  const changed = (['emailOptIn', ...MAIL_CHOICES] as const).some(
    (choice) => form.values[choice] !== saved[choice],
  );
  return (
    <Card title={t('profile.mails')}>
      <LeaveGuard active={changed} />
      <form className="stack-24" noValidate onSubmit={onSubmit}>
        {problem !== null && (
          <SummaryBox silent title={t('profile.error')} attempt={attempt}>
            <p>{problemText(problem)}</p>
          </SummaryBox>
        )}
        <ErrorSummary items={summary} attempt={attempt} />
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
  const { emailOptIn, emailIdentity, emailReminders } = preferences;
  return { emailOptIn, emailIdentity, emailReminders };
}
