import { useTranslation } from 'react-i18next';
import { Flex } from '@mantine/core';
import { Icon } from '../../ui/parts/icon';
import { useCardKinds } from './use-card-kinds';

/** The accepted cards, in three words next to a title. */
export function AcceptedCards() {
  const { t } = useTranslation();
  const { isDebitOnly } = useCardKinds();
  return (
    <Flex component="span" gap="xs" align="center" wrap="wrap" c="dimmed" fz="sm">
      <Icon name="lock" size={16} />
      {t(isDebitOnly ? 'payment.debitOnly' : 'payment.debitOrCredit')}
    </Flex>
  );
}
