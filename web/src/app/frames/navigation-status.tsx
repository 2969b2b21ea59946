import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useIsNextLoading } from '../../lib/navigation';

/** Over the current screen while the code of the next one loads. */
export function NavigationStatus() {
  const { t } = useTranslation();
  if (!useIsNextLoading()) return null;
  return (
    <div className="navigation-status after-200ms" role="status">
      <Text px="md" py="xs" c="dimmed">
        {t('common.loading')}
      </Text>
    </div>
  );
}
