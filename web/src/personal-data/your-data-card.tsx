import { useTranslation } from 'react-i18next';
import { CloseAccountRow } from '../accounts/close-account';
import { useConfig } from '../accounts/use-config';
import { Card } from '../ui/parts/card';
import { Rows } from '../ui/parts/row';
import { Muted } from '../ui/parts/text';
import { DownloadRow } from './download-row';

/** What a person can do about what Flip has about them. */
export function YourDataCard() {
  const { t } = useTranslation();
  const support = useConfig()?.support;
  return (
    <Card title={t('profile.data')}>
      <Rows>
        <DownloadRow />
        <CloseAccountRow />
      </Rows>
      {support && (
        <div className="card-foot">
          <Muted>{t('profile.dataText')}</Muted>
          <a className="link" href={`mailto:${support.email}`}>
            {support.email}
          </a>
        </div>
      )}
    </Card>
  );
}
