import { useTranslation } from 'react-i18next';
import { brandName, type CardFacts, type SavedCard } from '@kernel/money/cards';
import { Badge } from '../ui/feedback/badge';

/** "Visa debit •••• 4242", also in a sentence. */
export function useCardName(): (card: Pick<CardFacts, 'brand' | 'last4' | 'funding'>) => string {
  const { t } = useTranslation();
  return ({ brand, last4, funding }) => t(`cards.name.${funding}`, { brand: brandName(brand), last4 });
}

/** The same in a row: the digits stay on one line with their dots. */
export function CardName({ card }: { readonly card: SavedCard }) {
  const [kind = '', digits = ''] = useCardName()(card).split('••••');
  return (
    <>
      {kind}
      <span className="nowrap">••••{digits}</span>
    </>
  );
}

/** "Expires 08/28". */
export function CardExpiry({ card }: { readonly card: SavedCard }) {
  const { t } = useTranslation();
  const date = `${String(card.expMonth).padStart(2, '0')}/${String(card.expYear % 100).padStart(2, '0')}`;
  return <>{t(card.state === 'expired' ? 'cards.expiredOn' : 'cards.expires', { date })}</>;
}

/** A mark on a card that soon ends or has ended. */
export function CardStateBadge({ card }: { readonly card: SavedCard }) {
  const { t } = useTranslation();
  if (card.state === 'active') return null;
  const expired = card.state === 'expired';
  return (
    <Badge tone={expired ? 'danger' : 'warning'} icon={expired ? 'alert' : 'clock'}>
      {t(expired ? 'cards.expired' : 'cards.expiring')}
    </Badge>
  );
}
