import '@mantine/core/styles/Kbd.layer.css';
import { Kbd } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Fine } from '../../ui/parts/text';

/** The keys of a rule's page. */
export function RuleKeys() {
  const { t } = useTranslation();
  return (
    <Fine className="wide-only">
      <Kbd>Tab</Kbd> {t('rules.keys.next')} <Kbd>b</Kbd> {t('rules.keys.backtest')} <Kbd>s</Kbd>{' '}
      {t('rules.keys.save')}
    </Fine>
  );
}
