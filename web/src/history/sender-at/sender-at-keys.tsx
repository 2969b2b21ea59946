import '@mantine/core/styles/Kbd.layer.css';
import { Kbd } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Fine } from '../../ui/parts/text';

/** What single keys do on the page. */
export function SenderAtKeys() {
  const { t } = useTranslation();
  return (
    <Fine className="wide-only">
      <Kbd>h</Kbd> <Kbd>l</Kbd> {t('replay.keys.event')} <Kbd>b</Kbd> {t('senderAt.keys.basis')} <Kbd>t</Kbd>{' '}
      {t('senderAt.keys.instant')}
    </Fine>
  );
}
