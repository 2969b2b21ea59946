import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useSignOut } from '../accounts/use-session';
import { useProblemText } from '../lib/use-problem-text';
import { Button } from '../ui/button';
import { showError } from '../ui/toasts';

interface SignOutButtonProps {
  /** Shows the sign alone; the words are still spoken. */
  readonly compact?: boolean;
  /** "Sign out" unless said otherwise. */
  readonly text?: string;
}

/** Ends the session and returns to the landing page (specification §2). */
export function SignOutButton({ compact = false, text }: SignOutButtonProps) {
  const { t } = useTranslation();
  const label = text ?? t('dashboard.signOut');
  const navigate = useNavigate();
  const signOut = useSignOut();
  const problemText = useProblemText();
  const [busy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    try {
      await signOut(() => {
        // Before the session goes, or the guard would lead to /signin.
        flushSync(() => void navigate('/'));
      });
    } catch (error) {
      setBusy(false);
      showError(problemText(error));
    }
  };
  return (
    <Button
      tone="subtle"
      size="sm"
      icon="signOut"
      className="flush-right"
      busy={busy}
      aria-label={compact ? label : undefined}
      onClick={() => void leave()}
    >
      {compact ? null : label}
    </Button>
  );
}
