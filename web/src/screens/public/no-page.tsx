import { useTranslation } from 'react-i18next';
import { useSession } from '../../accounts/use-session';
import { ButtonLink } from '../../ui/forms/button';
import { Card } from '../../ui/parts/card';
import { EmptyState } from '../../ui/feedback/empty-state';
import { PageHeading } from '../../ui/parts/page-heading';

/** An address that leads nowhere, with the way home. */
export function NoPage({ path }: { readonly path: string }) {
  const { t } = useTranslation();
  const signedIn = useSession().session.status === 'signed-in';
  return (
    <div className="wrap narrow-page stack-24">
      <PageHeading title={t('common.noPage.title')}>{t('common.noPage.title')}</PageHeading>
      <Card>
        <EmptyState
          quiet
          icon="search"
          title={<span className="wrap-anywhere">{t('common.noPage.at', { path })}</span>}
          text={t('common.noPage.text')}
          action={
            <ButtonLink size="sm" to={signedIn ? '/dashboard' : '/'}>
              {t(signedIn ? 'nav.back' : 'common.noPage.home')}
            </ButtonLink>
          }
        />
      </Card>
    </div>
  );
}
