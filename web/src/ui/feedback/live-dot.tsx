import './live-dot.css';
import { useTranslation } from 'react-i18next';
import { Text } from '@mantine/core';
import { useOnline } from '../../lib/use-online';

/** Shows that the data updates by itself. */
export function LiveDot() {
  const { t } = useTranslation();
  return (
    useOnline() && (
      <Text span className="live" fz="xs">
        {t('common.live')}
      </Text>
    )
  );
}
