import { useTranslation } from 'react-i18next';

/** Id of every frame's <main>. */
export const MAIN_ID = 'main';

/** The first stop of the keyboard: over the navigation to the content. */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <a
      className="skip-link"
      href={`#${MAIN_ID}`}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(MAIN_ID)?.focus();
      }}
    >
      {t('common.skip')}
    </a>
  );
}
