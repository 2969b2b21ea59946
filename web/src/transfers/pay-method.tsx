import { useTranslation } from 'react-i18next';
import { useConfig } from '../accounts/use-config';
import { Card } from '../ui/card';
import { Icon } from '../ui/icon';
import { Notice } from '../ui/notice';

/** The payment method; without card payment in the deployment, a notice that nothing is charged. */
export function PayMethod() {
  const { t } = useTranslation();
  const config = useConfig();
  const testMode = config?.testMode ?? false;
  const credit = config?.acceptedFunding.includes('credit') ?? false;
  return (
    <Card
      title={t('payment.with')}
      className="payment-method"
      aside={
        <span className="flow muted t14">
          <Icon name="lock" size={16} />
          {t(credit ? 'payment.debitOrCredit' : 'payment.debitOnly')}
        </span>
      }
    >
      <Notice tone="info" icon={testMode ? 'flask' : 'info'} title={t('payment.noCard')}>
        {t(testMode ? 'payment.noCardTest' : 'payment.noCardText')}
      </Notice>
    </Card>
  );
}
