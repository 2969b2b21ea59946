import { useTranslation } from 'react-i18next';
import { useConfig } from '../accounts/use-config';
import { Card } from '../ui/card';
import { Icon } from '../ui/icon';

/** How this is paid. As long as the deployment has no card payment it says so: nothing is charged. */
export function PayMethod() {
  const { t } = useTranslation();
  const testMode = useConfig()?.testMode ?? false;
  return (
    <Card
      title={t('payment.with')}
      className="payment-method"
      aside={
        <span className="note payment-debit">
          <Icon name="lock" size={16} />
          {t('payment.debitOnly')}
        </span>
      }
    >
      <div className="note note-info">
        <Icon name={testMode ? 'flask' : 'info'} />
        <div className="stack-4">
          <p className="strong">{t('payment.noCard')}</p>
          <p>{t(testMode ? 'payment.noCardTest' : 'payment.noCardText')}</p>
        </div>
      </div>
    </Card>
  );
}
