import { useTranslation } from 'react-i18next';
import { Box, Text } from '@mantine/core';
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
      <Text c="dimmed">{t('kyc.whyText')}</Text>
      <ul className="kyc-needs columns" aria-label={t('kyc.needs')}>
        {NEEDS.map(({ icon, text }) => (
          <Box component="li" key={text} fz="sm" c="dimmed">
            <Icon name={icon} size={24} />
            <b>{t(`kyc.${text}`)}</b>
            {t(`kyc.${text}Text`)}
          </Box>
        ))}
      </ul>
    </Card>
  );
}
