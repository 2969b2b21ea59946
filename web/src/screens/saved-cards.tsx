import { useTranslation } from 'react-i18next';
import { useConfig } from '../accounts/use-config';
import { ButtonLink } from '../ui/button';
import { Card } from '../ui/card';
import { EmptyState } from '../ui/empty-state';
import { PageHeading } from '../ui/page-heading';

/** Saved cards; there are none until card payment exists. */
export function SavedCardsScreen() {
  const { t } = useTranslation();
  const credit = useConfig()?.acceptedFunding.includes('credit') ?? false;
  return (
    <>
      <div className="page-head">
        <PageHeading title={t('cards.title')}>{t('cards.title')}</PageHeading>
      </div>
      <Card>
        <EmptyState
          icon="card"
          title={t('cards.empty')}
          text={t(credit ? 'cards.textCredit' : 'cards.text')}
          action={
            <ButtonLink size="sm" to="/dashboard">
              {t('nav.sendMoney')}
            </ButtonLink>
          }
        />
      </Card>
    </>
  );
}
