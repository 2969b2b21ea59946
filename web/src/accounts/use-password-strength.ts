import { useEffect, useState } from 'react';
import type { Locale } from '@kernel/accounts';
import { useLanguage } from '../preferences/use-language';
import { hasPolicyLength } from './checks';
import { isHardToGuess } from './password-strength';

/** Typing rests this long before the password is looked at. */
const REST_MS = 150;

/** Sending waits this long for the word lists at most: the server looks too. */
const VERDICT_MAX_MS = 3_000;

/** Which of the rules a password keeps; `hard` is null while that is not known. */
export interface PasswordStrength {
  readonly length: boolean;
  readonly hard: boolean | null;
  /** The last word before sending: true when the password is known to be easy to guess. */
  readonly isWeak: () => Promise<boolean>;
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
      const answer = isHardToGuess(password, words.split('\n'), language);
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
    isWeak: () => isWeak(password, words, language),
    hard: password !== '' && verdict.password === password ? verdict.hard : null,
  };
}

async function isWeak(password: string, words: string, language: Locale): Promise<boolean> {
  const unknown = new Promise<boolean>((resolve) => setTimeout(resolve, VERDICT_MAX_MS, false));
  const verdict = isHardToGuess(password, words.split('\n'), language).then(
    (hard) => !hard,
    () => false,
  );
  return Promise.race([verdict, unknown]);
}
