import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Card } from '../ui/parts/card';
import { Segments } from '../ui/forms/segments';

/** The color scheme, which applies at once; the language has its switch in the footer of every page. */
export function AppearanceCard() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Card title={t('profile.appearance')}>
      <Segments<MantineColorScheme>
        label={t('profile.scheme')}
        labelHidden
        options={[
          { value: 'auto', label: t('profile.system'), icon: 'device' },
          { value: 'light', label: t('profile.light'), icon: 'sun' },
          { value: 'dark', label: t('profile.dark'), icon: 'moon' },
        ]}
        value={colorScheme}
        onChange={setColorScheme}
      />
    </Card>
  );
}
