import { useEffect, useState } from 'react';
import { ApiError } from '../../lib/api/api-error';
import { useProblemText } from '../../lib/api/use-problem-text';
import { useLanguage } from '../../preferences/use-language';
import { hasPolicyLength } from './checks';
import { judgePassword, loadWordLists } from './password-strength';

/** The password is judged after this pause in typing. */
const REST_MS = 150;

const REFUSED = 'password-does-not-meet-requirements';

/** Longest time a submit waits for the word lists: the server judges too. */
const VERDICT_MAX_MS = 3_000;

/** Which of the rules a password keeps; `hard` is null while that is not known. */
export interface PasswordStrength {
  readonly length: boolean;
  readonly hard: boolean | null;
  /** Before sending: true when the password is known to be easy to guess. */
  readonly isWeak: () => Promise<boolean>;
  /** After sending: the field's error when the server, with its longer lists, refused the password. */
  readonly errorsOf: (error: unknown) => { readonly password: string } | null;
  /** For the field's focus: the word lists load while the password is typed. */
  readonly onFocus: () => void;
}

/** The live state of the password rules. `inputs`: words that make it easy to guess, such as the user's name. */
export function usePasswordStrength(password: string, inputs: readonly string[]): PasswordStrength {
  const { language } = useLanguage();
  const problemText = useProblemText();
  const [judged, setJudged] = useState({ password: '', hard: false });
  const words = inputs.join('\n');
  useEffect(() => {
    let current = true;
    if (password === '') return undefined;
    const timer = setTimeout(() => {
      void judgePassword(password, words.split('\n'), language).then((verdict) => {
        if (current && verdict !== null) setJudged({ password, hard: verdict === 'hard' });
      });
    }, REST_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [password, words, language]);
  return {
    length: hasPolicyLength(password),
    hard: password !== '' && judged.password === password ? judged.hard : null,
    isWeak: async () => {
      const unknown = new Promise<null>((resolve) => setTimeout(resolve, VERDICT_MAX_MS, null));
      const verdict = await Promise.race([judgePassword(password, inputs, language), unknown]);
      return verdict === 'weak';
    },
    errorsOf: (error) => {
      if (!(error instanceof ApiError && error.code === REFUSED)) return null;
      setJudged({ password, hard: false });
      return { password: problemText(error) };
    },
    onFocus: () => {
      loadWordLists(language);
    },
  };
}
