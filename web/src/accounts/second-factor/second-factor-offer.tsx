import { useTranslation } from 'react-i18next';
import { Box, Flex } from '@mantine/core';
import { ButtonLink } from '../../ui/forms/button';
import { Card } from '../../ui/parts/card';
import { Icon } from '../../ui/parts/icon';
import { Muted } from '../../ui/parts/text';
import { useSecondFactor } from './use-second-factor';

/** Offers a second factor to who has none. */
export function SecondFactorOffer() {
  const { t } = useTranslation();
  if (useSecondFactor().data?.enrolled !== false) return null;
  return (
    <Card>
      <Flex gap="md" align="center" wrap="wrap">
        <span className="tile" aria-hidden="true">
          <Icon name="shield" />
        </span>
        <Box flex="1 1 200px">
          <h2>{t('factor.offer')}</h2>
          <Muted>{t('factor.offerText')}</Muted>
        </Box>
        <ButtonLink tone="primary" to="/second-factor">
          {t('factor.offerGo')}
        </ButtonLink>
      </Flex>
    </Card>
  );
}
