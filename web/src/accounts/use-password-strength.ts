import { useEffect, useState } from 'react';
import { useLanguage } from '../preferences/use-language';
import { hasPolicyLength } from './checks';
import { isHardToGuess } from './password-strength';

/** Typing rests this long before the password is looked at. */
const REST_MS = 150;

/** Which of the rules a password keeps; `hard` is null while that is not known. */
export interface PasswordStrength {
  readonly length: boolean;
  readonly hard: boolean | null;
}

/** The live state of the password rules. `inputs`: words that make it easy, such as the person's own name. */
export function usePasswordStrength(password: string, inputs: readonly string[]): PasswordStrength {
  const { language } = useLanguage();
  const [verdict, setVerdict] = useState({ password: '', hard: false });
  const words = inputs.join('\n');
  useEffect(() => {
    let current = true;
    if (password === '') return undefined;
    const timer = setTimeout(() => {
      const answer = isHardToGuess(password, words.split('\n').filter(Boolean), language);
      // Without the word lists only the server knows, and it answers when the form is sent.
      answer.then(
        (hard) => {
          if (current) setVerdict({ password, hard });
        },
        () => undefined,
      );
    }, REST_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [password, words, language]);
  return {
    length: hasPolicyLength(password),
    hard: password !== '' && verdict.password === password ? verdict.hard : null,
  };
}
