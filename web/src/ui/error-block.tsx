import { useTranslation } from 'react-i18next';
import { useProblemText } from '../lib/use-problem-text';
import { Button } from './button';
import { Icon } from './icon';

interface ErrorBlockProps {
  /** What did not load. */
  readonly title: string;
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Only the block that failed says so; the rest of the screen stays. */
export function ErrorBlock({ title, error, onRetry }: ErrorBlockProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  return (
    <div className="blank" role="alert">
      <span className="blank-disc blank-disc-quiet">
        <Icon name="alert" />
      </span>
      <p className="strong">{title}</p>
      <p className="muted t14">{problemText(error)}</p>
      <Button size="sm" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </div>
  );
}
