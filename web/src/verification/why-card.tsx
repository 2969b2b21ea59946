import { useTranslation } from 'react-i18next';
import { Card } from '../ui/parts/card';
import { Icon, type IconName } from '../ui/parts/icon';

const NEEDS: readonly { readonly icon: IconName; readonly text: string }[] = [
  { icon: 'idCard', text: 'needId' },
  { icon: 'selfie', text: 'needSelfie' },
  { icon: 'clock', text: 'needTime' },
];

/** Why we ask for verification and what to have ready. */
export function WhyCard() {
  const { t } = useTranslation();
  return (
    <Card title={t('kyc.why')} className="tight">
      <p className="muted">{t('kyc.whyText')}</p>
      <ul className="kyc-needs columns" aria-label={t('kyc.needs')}>
        {NEEDS.map(({ icon, text }) => (
          <li key={text} className="t14 muted">
            <Icon name={icon} size={24} />
            <b>{t(`kyc.${text}`)}</b>
            {t(`kyc.${text}Text`)}
          </li>
        ))}
      </ul>
    </Card>
  );
}
