import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';

/** An explanation and a reload button instead of a blank page. */
export function FailedScreen() {
  const { t } = useTranslation();
  return (
    <div role="alert">
      <EmptyState
        icon="alert"
        title={t('common.screenFailed')}
        text={t('common.screenFailedText')}
        action={
          <Button
            size="sm"
            onClick={() => {
              window.location.reload();
            }}
          >
            {t('common.reload')}
          </Button>
        }
      />
    </div>
  );
}
