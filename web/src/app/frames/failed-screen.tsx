import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router-dom';
import { NotShown } from '../../ui/feedback/not-shown';

/** An explanation and a way on instead of a blank page. */
export function FailedScreen() {
  const { t } = useTranslation();
  return <NotShown title={t('common.screenFailed')} error={useRouteError()} />;
}
