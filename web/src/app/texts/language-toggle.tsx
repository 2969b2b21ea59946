import { Group, type StyleProp } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LANGUAGE_NAMES } from '../../lib/language';
import { useLanguage } from '../../preferences/use-language';

/** English · Español. */
export function LanguageToggle({ ml }: { readonly ml: StyleProp<string | number> }) {
  const { t } = useTranslation();
  const { language, languages, choose } = useLanguage();
  return (
    <Group
      component="span"
      display="inline-flex"
      className="languages"
      gap={4}
      wrap="nowrap"
      ml={ml}
      role="group"
      aria-label={t('footer.lang')}
    >
      {languages.flatMap((choice, index) => [
        index > 0 && (
          <span key={`${choice}-dot`} aria-hidden="true">
            ·
          </span>
        ),
        <button
          key={choice}
          type="button"
          className="link"
          lang={choice}
          aria-pressed={choice === language}
          onClick={() => void choose(choice)}
        >
          {LANGUAGE_NAMES[choice]}
        </button>,
      ])}
    </Group>
  );
}
