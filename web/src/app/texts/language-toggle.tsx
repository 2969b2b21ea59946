import { useTranslation } from 'react-i18next';
import { LANGUAGE_NAMES } from '../../lib/language';
import { useLanguage } from '../../preferences/use-language';

/** English · Español. */
export function LanguageToggle() {
  const { t } = useTranslation();
  const { language, languages, choose } = useLanguage();
  return (
    <span className="languages" role="group" aria-label={t('footer.lang')}>
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
    </span>
  );
}
