import { UnstyledButton } from '@mantine/core';
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
      aria-expanded={isOpen}
      aria-label={t('compliance.equalAttempts', { count })}
      onClick={onToggle}
    >
      {count} × <Icon name="chevronDown" size={16} />
    </UnstyledButton>
  );
}
