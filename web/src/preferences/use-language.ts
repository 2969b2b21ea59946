import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { LOCALES, type Locale } from '@kernel/people/accounts';
import { useUid } from '../accounts/use-session';
import { sendJson } from '../lib/api/api';
import { DEFAULT_LANGUAGE, isLanguage, storeLanguage } from '../lib/language';

interface LanguageChoice {
  readonly language: Locale;
  readonly languages: readonly Locale[];
  /** Shows and stores a language; for a signed-in user also on the server, for email. */
  readonly choose: (language: Locale) => Promise<void>;
}

/** The interface language and how a user changes it (decision 4). */
export function useLanguage(): LanguageChoice {
  const { i18n } = useTranslation();
  const uid = useUid();
  const choose = useCallback(
    async (language: Locale) => {
      storeLanguage(language);
      await i18n.changeLanguage(language);
      // The mail's language is a convenience: the screen has changed, and the next choice saves again.
      if (uid !== null)
        await sendJson('PATCH', '/preferences', { body: { locale: language } }).catch(() => undefined);
    },
    [i18n, uid],
  );
  return {
    language: isLanguage(i18n.language) ? i18n.language : DEFAULT_LANGUAGE,
    languages: LOCALES,
    choose,
  };
}
