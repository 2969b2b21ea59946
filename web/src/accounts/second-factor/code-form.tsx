import './second-factor.css';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { codeText } from '@kernel/text/pasted-text';
import { Group, Stack } from '@mantine/core';
import { ApiError } from '../../lib/api/api-error';
import { useProblemText } from '../../lib/api/use-problem-text';
import { Button } from '../../ui/forms/button';
import { CodeField } from '../../ui/forms/code-field';
import { SummaryBox } from '../../ui/forms/error-summary';
import { TextField } from '../../ui/forms/text-field';
import { useCheckedForm } from '../../ui/forms/use-checked-form';
import { checkCode, checkRecoveryCode } from '../passwords/checks';
import { useSecondFactorCommands } from './use-second-factor';

/** The second step of a sign-in: the app's code, sent by itself after its last digit, or a recovery code. */
export function CodeForm() {
  const { t } = useTranslation();
  const [byRecovery, setByRecovery] = useState(false);
  return (
    <Stack gap="lg">
      {byRecovery ? <RecoveryForm /> : <AppCodeForm />}
      <Group justify="space-between" gap="var(--s-8) var(--s-16)" align="stretch">
        <button
          type="button"
          className="link"
          onClick={() => {
            setByRecovery(!byRecovery);
          }}
        >
          {t(byRecovery ? 'factor.useApp' : 'factor.useRecovery')}
        </button>
        <Link className="link" to="/signin">
          {t('factor.backToPassword')}
        </Link>
      </Group>
    </Stack>
  );
}

function AppCodeForm() {
  const { t } = useTranslation();
  const { enter } = useSecondFactorCommands();
  const { form, field, submit, ...step } = useCheckedForm({
    name: 'code',
    initialValues: { code: '' },
    checks: { code: checkCode },
    send: async (values) => {
      try {
        await enter(values);
      } catch (error) {
        form.setFieldValue('code', '');
        throw error;
      }
      return undefined;
    },
  });
  return (
    <Step form={step}>
      <CodeField
        {...field('code')}
        label={t('factor.code')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        description={t('factor.sentByItself')}
        autoFocus
        onComplete={(digits) => {
          if (!step.busy) submit({ code: digits });
        }}
      />
    </Step>
  );
}

function RecoveryForm() {
  const { t } = useTranslation();
  const { enter } = useSecondFactorCommands();
  const { field, ...step } = useCheckedForm({
    name: 'recovery',
    initialValues: { recoveryCode: '' },
    checks: { recoveryCode: checkRecoveryCode },
    send: async ({ recoveryCode }) => {
      await enter({ recoveryCode: codeText(recoveryCode) });
      return undefined;
    },
  });
  return (
    <Step form={step}>
      <TextField
        {...field('recoveryCode')}
        label={t('factor.recoveryCode')}
        description={t('factor.recoveryHint')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus
      />
    </Step>
  );
}

interface StepProps {
  readonly form: Pick<ReturnType<typeof useCheckedForm>, 'busy' | 'attempt' | 'problem' | 'onSubmit'>;
  /** The field of the code. */
  readonly children: ReactNode;
}

function Step({ form: { busy, attempt, problem, onSubmit }, children }: StepProps) {
  const { t } = useTranslation();
  return (
    <form className="stack-24" noValidate onSubmit={onSubmit}>
      <Refused problem={problem} attempt={attempt} />
      {children}
      <Button type="submit" tone="primary" block busy={busy} busyText={t('auth.signingIn')}>
        {t('nav.signin')}
      </Button>
    </form>
  );
}

/** Why a code was not taken; after five minutes only the password helps. */
function Refused({ problem, attempt }: { readonly problem: unknown; readonly attempt: number }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  if (problem === null) return null;
  const isOver = problem instanceof ApiError && problem.code === 'second_factor_expired';
  return (
    <SummaryBox title={problemText(problem)} attempt={attempt}>
      {isOver && (
        <Link className="link" to="/signin">
          {t('factor.backToPassword')}
        </Link>
      )}
    </SummaryBox>
  );
}
