import { useTranslation } from 'react-i18next';
import { PageHeading } from '../ui/page-heading';

/** What Flip is, what it costs and how it works. */
export function LandingScreen() {
  const { t } = useTranslation();
  return <PageHeading title={t('nav.signup')}>{t('nav.signup')}</PageHeading>;
}
