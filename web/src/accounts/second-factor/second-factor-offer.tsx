import { useTranslation } from 'react-i18next';
import { Box, Flex } from '@mantine/core';
import { ButtonLink } from '../../ui/forms/button';
import { Card } from '../../ui/parts/card';
import { Icon } from '../../ui/parts/icon';
import { Tile } from '../../ui/parts/platform-tile';
import { Muted } from '../../ui/parts/text';
import { useSecondFactor } from './use-second-factor';

/** Offers a second factor to who has none. */
export function SecondFactorOffer() {
  const { t } = useTranslation();
  if (useSecondFactor().data?.enrolled !== false) return null;
  return (
    <Card>
      <Flex gap="md" align="center" wrap="wrap">
        <Tile w={32} h={32} bg="var(--neutral-soft)">
          <Icon name="shield" />
        </Tile>
        <Box flex="1 1 200px">
          <h2>{t('factor.offer')}</h2>
          <Muted>{t('factor.offerText')}</Muted>
        </Box>
        <ButtonLink tone="primary" flex={{ base: '1 1 100%', sm: 'none' }} to="/second-factor">
          {t('factor.offerGo')}
        </ButtonLink>
      </Flex>
    </Card>
  );
}
