import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/parts/card';
import { Loading } from '../../ui/feedback/loading';

/** The place of Quick Send while its code or its fee rules load; not part of its chunk. */
export function QuickSendLoading() {
  const { t } = useTranslation();
  return (
    <Card title={t('quick.title')} busy mih={{ base: 480, sm: 440 }}>
      <Loading text={t('quick.loading')} />
    </Card>
  );
}
