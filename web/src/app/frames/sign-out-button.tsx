import { useTranslation } from 'react-i18next';
import { useSignOut } from '../../accounts/use-session';
import { useProblemText } from '../../lib/api/use-problem-text';
import { useSend } from '../../lib/api/use-send';
import { Button } from '../../ui/forms/button';
import { showError } from '../../ui/feedback/toasts';

interface SignOutButtonProps {
  /** "Sign out" unless given. */
  readonly text?: string;
}

/** As the links next to it. */
const IN_NAVIGATION = {
  justify: 'flex-start',
  mih: 44,
  px: 12,
  fz: 16,
  fw: 400,
  styles: { section: { marginInlineEnd: 12 } },
};

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
      {...(text === undefined ? { mr: -16 } : IN_NAVIGATION)}
      busy={isMutating}
      onClick={() => void trigger()}
    >
      {text ?? t('dashboard.signOut')}
    </Button>
  );
}
