import { useTranslation } from 'react-i18next';
import { Flex, SimpleGrid, Text } from '@mantine/core';
import { Card } from '../ui/parts/card';
import { Muted } from '../ui/parts/text';
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
      <SimpleGrid
        cols={{ base: 1, sm: 3 }}
        spacing="md"
        verticalSpacing={0}
        mt="lg"
        renderRoot={(props) => <ul {...props} aria-label={t('kyc.needs')} />}
      >
        {NEEDS.map(({ icon, text }) => (
          <Flex
            component="li"
            key={text}
            className="line-above"
            direction={{ base: 'row', sm: 'column' }}
            gap={{ base: 12, sm: 8 }}
            pt={{ base: 12, sm: 16 }}
            pb={{ base: 12, sm: 0 }}
          >
            <Icon name={icon} size={24} color="var(--accent-text)" />
            <div>
              <Text fw="var(--fw-strong)">{t(`kyc.${text}`)}</Text>
              <Muted>{t(`kyc.${text}Text`)}</Muted>
            </div>
          </Flex>
        ))}
      </SimpleGrid>
    </Card>
  );
}
