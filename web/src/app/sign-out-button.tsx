import { useTranslation } from 'react-i18next';
import { useSignOut } from '../accounts/use-session';
import { useProblemText } from '../lib/use-problem-text';
import { useSend } from '../lib/use-send';
import { Button } from '../ui/button';
import { showError } from '../ui/toasts';

interface SignOutButtonProps {
  /** "Sign out" unless given. */
  readonly text?: string;
}

/** Ends the session and returns to the landing page (specification §2). */
export function SignOutButton({ text }: SignOutButtonProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const { trigger, isMutating } = useSend(useSignOut(), {
    onError: (error) => {
      showError(problemText(error));
    },
  });
  return (
    <Button
      tone="subtle"
      size="sm"
      icon="signOut"
      className="flush-right"
      busy={isMutating}
      onClick={() => void trigger()}
    >
      {text ?? t('dashboard.signOut')}
    </Button>
  );
}
