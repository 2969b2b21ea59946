import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { pastedText } from '@kernel/text/pasted-text';
import { Stack } from '@mantine/core';
import { ApiError } from '../../lib/api/api-error';
import { useLanguage } from '../../preferences/use-language';
import { useProblemText } from '../../lib/api/use-problem-text';
import { Button } from '../../ui/forms/button';
import { ErrorSummary, SummaryBox } from '../../ui/forms/error-summary';
import { FieldError } from '../../ui/forms/field';
import { PasswordField } from '../../ui/forms/password-field';
import { TextField } from '../../ui/forms/text-field';
import { useCheckedForm } from '../../ui/forms/use-checked-form';
import { CHECK_PARAMS, checkEmail, checkName, checkNewPassword } from '../passwords/checks';
import { PasswordRules } from '../passwords/password-rules';
import { SocialButtons } from './social-buttons';
import { TermsBox } from './terms-box';
import { useAccountCommands } from '../use-account-commands';
import type { WantedPage } from '../wanted-page';
import { usePasswordStrength } from '../passwords/use-password-strength';

const NAMES_ERROR = 'sign-up-names-error';
const EMPTY = { firstName: '', lastName: '', email: '', password: '', acceptTerms: false };

interface SignUpFormProps {
  readonly wanted: WantedPage;
  /** Gets the address that was signed up. */
  readonly onDone: (email: string) => void;
}

/** Names, e-mail, password and the terms. */
export function SignUpForm({ wanted, onDone }: SignUpFormProps) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const { signUp } = useAccountCommands();
  const problemText = useProblemText();
  const { form, busy, attempt, problem, field, summary, onSubmit } = useCheckedForm({
    name: 'sign-up',
    initialValues: EMPTY,
    checks: {
      firstName: checkName,
      lastName: checkName,
      email: checkEmail,
      password: checkNewPassword,
      acceptTerms: (accepted: boolean) => (accepted ? null : 'signup.accept_terms_error'),
    },
    params: CHECK_PARAMS,
    errorsOf: (error) => strength.errorsOf(error),
    send: async (values) => {
      if (await strength.isWeak()) return { password: 'signup.weak' };
      const email = pastedText(values.email);
      const names = { firstName: values.firstName.trim(), lastName: values.lastName.trim() };
      await signUp({ ...values, ...names, email, locale: language });
      onDone(email);
      return undefined;
    },
  });
  const { firstName, lastName, email, acceptTerms } = form.values;
  const strength = usePasswordStrength(form.values.password, [firstName, lastName, email]);
  const mayLeave = () => !form.validateField('acceptTerms').hasError;
  return (
    <Stack gap="lg">
      {problem !== null && (
        <SummaryBox title={t('signup.error', { message: problemText(problem) })} attempt={attempt}>
          {isTaken(problem) && (
            <p>
              <Link to="/signin" state={{ ...wanted, email: pastedText(form.values.email) }}>
                {t('signup.signInInstead')}
              </Link>
            </p>
          )}
        </SummaryBox>
      )}
      <ErrorSummary items={summary} attempt={attempt} />
      <SocialButtons page="/signup" returnTo={wanted.from} {...{ acceptTerms, mayLeave }} />
      <form noValidate onSubmit={onSubmit}>
        <Stack gap="lg">
          <Names first={field('firstName')} last={field('lastName')} />
          <TextField label={t('auth.email')} type="email" autoComplete="email" {...field('email')} />
          <PasswordField
            label={t('auth.password')}
            autoComplete="new-password"
            description={<PasswordRules strength={strength} />}
            {...field('password')}
            onFocus={strength.onFocus}
          />
          <TermsBox
            {...field('acceptTerms')}
            onAccept={() => {
              form.setFieldValue('acceptTerms', true);
              form.clearFieldError('acceptTerms');
            }}
          />
          <Button type="submit" tone="primary" block busy={busy} busyText={t('signup.joining')}>
            {t('signup.join')}
          </Button>
        </Stack>
      </form>
    </Stack>
  );
}

function isTaken(problem: unknown): boolean {
  return problem instanceof ApiError && problem.code === 'email_taken';
}

interface NameField {
  readonly id: string;
  readonly error: string | undefined;
}

// One message below both names, because it is about both.
function Names({ first, last }: { readonly first: NameField; readonly last: NameField }) {
  const { t } = useTranslation();
  const messages = [...new Set([first.error, last.error])].filter((message) => message !== undefined);
  return (
    <div>
      <div className="names">
        <TextField label={t('signup.first')} autoComplete="given-name" {...first} errorId={NAMES_ERROR} />
        <TextField label={t('signup.last')} autoComplete="family-name" {...last} errorId={NAMES_ERROR} />
      </div>
      {messages.length > 0 && <FieldError id={NAMES_ERROR}>{messages.join(' ')}</FieldError>}
    </div>
  );
}
