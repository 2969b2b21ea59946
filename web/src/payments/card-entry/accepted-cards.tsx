import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/parts/icon';
import { useCardKinds } from './use-card-kinds';

/** The accepted cards, in three words next to a title. */
export function AcceptedCards() {
  const { t } = useTranslation();
  const { isDebitOnly } = useCardKinds();
  return (
    <span className="flow muted t14">
      <Icon name="lock" size={16} />
      {t(isDebitOnly ? 'payment.debitOnly' : 'payment.debitOrCredit')}
    </span>
  );
}
