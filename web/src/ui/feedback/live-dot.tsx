import './live-dot.css';
import { useTranslation } from 'react-i18next';
import { useOnline } from '../../lib/use-online';

/** Says that what is shown changes by itself. */
export function LiveDot() {
  const { t } = useTranslation();
  return useOnline() && <span className="live t12">{t('common.live')}</span>;
}
