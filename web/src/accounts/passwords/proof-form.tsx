import { useTranslation } from 'react-i18next';
import { Group } from '@mantine/core';
import type { SecondFactorSecret } from '@kernel/people/accounts';
import { codeText } from '@kernel/text/pasted-text';
import { useProblemText } from '../../lib/api/use-problem-text';
import { useSend } from '../../lib/api/use-send';
import { Button } from '../../ui/forms/button';
import { SummaryBox } from '../../ui/forms/error-summary';
import { TextField } from '../../ui/forms/text-field';
import { showError, showSuccess } from '../../ui/feedback/toasts';
import { useCheckedForm } from '../../ui/forms/use-checked-form';
import { checkRecoveryCode } from './checks';
import { useSecondFactorCommands } from '../second-factor/use-second-factor';
import { isStaff, useMe } from '../use-session';
import { Muted } from '../../ui/parts/text';

/** What proves more than the password: the code that was mailed to a sender, or that an operator gave to staff. */
export function ProofForm({ onProven }: { readonly onProven: (secret: SecondFactorSecret) => void }) {
  const { t } = useTranslation();
  const me = useMe();
  const { begin } = useSecondFactorCommands();
  const problemText = useProblemText();
  const { busy, attempt, problem, field, onSubmit } = useCheckedForm({
    name: 'proof',
    initialValues: { proof: '' },
    checks: { proof: checkRecoveryCode },
    send: async ({ proof }) => {
      const secret = await begin(codeText(proof));
      if (secret) onProven(secret);
      return undefined;
    },
  });
  const staff = isStaff(me);
  return (
    <form className="stack-24" noValidate onSubmit={onSubmit}>
      <Muted>{staff ? t('factor.proofStaff') : t('factor.proofMailed', { email: me.email })}</Muted>
      {problem !== null && <SummaryBox title={problemText(problem)} attempt={attempt} />}
      <TextField
        {...field('proof')}
        label={t(staff ? 'factor.proofStaffLabel' : 'factor.proofMailedLabel')}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <Group gap="xs" mt="sm">
        <Button type="submit" tone="primary" busy={busy} busyText={t('factor.connecting')}>
          {t('factor.proofGo')}
        </Button>
        {!staff && <MailAgain />}
      </Group>
    </form>
  );
}

function MailAgain() {
  const { t } = useTranslation();
  const { begin } = useSecondFactorCommands();
  const problemText = useProblemText();
  const { trigger, isMutating } = useSend(() => begin(), {
    onSuccess: () => {
      showSuccess(t('factor.proofMailedAgain'));
    },
    onError: (error) => {
      showError(problemText(error));
    },
  });
  return (
    <Button tone="subtle" busy={isMutating} onClick={() => void trigger()}>
      {t('factor.proofAgain')}
    </Button>
  );
}
