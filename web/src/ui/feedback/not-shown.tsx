import { useTranslation } from 'react-i18next';
import { CodeNotLoaded } from '../../lib/load-code';
import { reloadPage } from '../../lib/reload-page';
import { useOnline } from '../../lib/use-online';
import { useReloadWhenBack } from '../../lib/use-reload-when-back';
import { Button } from '../forms/button';
import { EmptyState } from './empty-state';

/** Shown instead of a screen or block that failed; one with missing code reloads on its own. */
export function NotShown({ title, error }: { readonly title: string; readonly error: unknown }) {
  const { t } = useTranslation();
  const online = useOnline();
  const missing = error instanceof CodeNotLoaded;
  useReloadWhenBack(missing);
  return (
    <div role="alert">
      <EmptyState
        icon="alert"
        title={missing && !online ? t('common.offlineTitle') : title}
        text={t(missing ? 'common.comesBack' : 'common.screenFailedText')}
        action={
          // Offline a reload would only show the browser's own error page.
          online && (
            <Button size="sm" onClick={reloadPage}>
              {t('common.reload')}
            </Button>
          )
        }
      />
    </div>
  );
}
