import { useTranslation } from 'react-i18next';
import { Flex } from '@mantine/core';
import { Icon } from '../../ui/parts/icon';
import { useCardKinds } from './use-card-kinds';

/** The accepted cards, in three words next to a title. */
export function AcceptedCards() {
  const { t } = useTranslation();
  const { isDebitOnly } = useCardKinds();
  return (
    // On a phone in a line of its own: next to a title it would fit in one typeface and not in another.
    <Flex
      component="span"
      gap="xs"
      align="center"
      wrap="wrap"
      w={{ base: '100%', sm: 'auto' }}
      c="dimmed"
      fz="sm"
    >
      <Icon name="lock" size={16} />
      {t(isDebitOnly ? 'payment.debitOnly' : 'payment.debitOrCredit')}
    </Flex>
  );
}
