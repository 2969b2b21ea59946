import { useTranslation } from 'react-i18next';
import { Group } from '@mantine/core';
import { ApiError } from '../lib/api/api-error';
import { useProblemText } from '../lib/api/use-problem-text';
import { Button } from '../ui/forms/button';
import { Notice } from '../ui/feedback/notice';

interface SaveProblemProps {
  readonly problem: unknown;
  /** Saves it although it looks like another one. */
  readonly onConfirm: () => void;
}

/** Why a recipient was not saved; a look-alike can be confirmed. */
export function SaveProblem({ problem, onConfirm }: SaveProblemProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const similar = problem instanceof ApiError && problem.code === 'recipient_similar';
  return (
    <Notice tone="warning" icon="alert" role="alert">
      <p>{problemText(problem)}</p>
      {similar && (
        <Group gap="xs" mt="sm">
          <Button size="sm" onClick={onConfirm}>
            {t('recipients.saveAnyway')}
          </Button>
        </Group>
      )}
    </Notice>
  );
}
