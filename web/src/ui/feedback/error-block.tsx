import { useTranslation } from 'react-i18next';
import { useProblemText } from '../../lib/api/use-problem-text';
import { Button } from '../forms/button';
import { EmptyState } from './empty-state';

interface ErrorBlockProps {
  /** What did not load. */
  readonly title: string;
  readonly error: unknown;
  readonly onRetry: () => void;
  /** A toast announces it already. */
  readonly silent?: boolean;
}

/** The error of one block; the rest of the screen stays usable. */
export function ErrorBlock({ title, error, onRetry, silent = false }: ErrorBlockProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  return (
    <div role={silent ? undefined : 'alert'}>
      <EmptyState
        quiet
        icon="alert"
        title={title}
        text={problemText(error)}
        action={
          <Button size="sm" onClick={onRetry}>
            {t('common.retry')}
          </Button>
        }
      />
    </div>
  );
}
