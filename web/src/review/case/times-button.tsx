import { Flex, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/parts/icon';

interface TimesProps {
  readonly count: number;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** "3 ×": unfolds equal attempts to each of them. */
export function TimesButton({ count, isOpen, onToggle }: TimesProps) {
  const { t } = useTranslation();
  return (
    <UnstyledButton
      className="attempt-times"
      mih={28}
      fz="sm"
      fw={600}
      aria-expanded={isOpen}
      aria-label={t('compliance.equalAttempts', { count })}
      onClick={onToggle}
    >
      <Flex component="span" gap={4} align="center">
        {count} × <Icon name="chevronDown" size={16} />
      </Flex>
    </UnstyledButton>
  );
}
