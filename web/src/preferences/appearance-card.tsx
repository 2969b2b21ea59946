import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LANGUAGE_NAMES } from '../lib/language';
import { Card } from '../ui/card';
import { Segments } from '../ui/segments';
import { useLanguage } from './use-language';

/** Language and color scheme: both apply at once. */
export function AppearanceCard() {
  const { t } = useTranslation();
  const { language, languages, choose } = useLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Card title={t('profile.appearance')}>
      <div className="stack-24">
        <Segments
          label={t('profile.language')}
          options={languages.map((value) => ({ value, label: LANGUAGE_NAMES[value], lang: value }))}
          value={language}
          onChange={(value) => void choose(value)}
        />
        <Segments<MantineColorScheme>
          label={t('profile.scheme')}
          options={[
            { value: 'auto', label: t('profile.system'), icon: 'device' },
            { value: 'light', label: t('profile.light'), icon: 'sun' },
            { value: 'dark', label: t('profile.dark'), icon: 'moon' },
          ]}
          value={colorScheme}
          onChange={setColorScheme}
        />
      </div>
    </Card>
  );
}
