import { useTranslation } from 'react-i18next';
import { Stack } from '@mantine/core';
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
    <Stack className="wrap" maw={520} py="xl" gap="lg">
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
    </Stack>
  );
}
