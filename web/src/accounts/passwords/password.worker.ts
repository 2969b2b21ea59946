import type { Locale } from '@kernel/people/accounts';
import {
  passwordEstimate,
  type EstimatePassword,
  type PasswordReply,
  type PasswordRequest,
} from './password-estimate';
import type { WordLists } from './word-lists';

const lists: Readonly<Record<Locale, () => Promise<{ readonly default: WordLists }>>> = {
  en: () => import('virtual:word-lists/en'),
  es: () => import('virtual:word-lists/es'),
};

const estimates = new Map<Locale, Promise<EstimatePassword>>();

function estimateIn(language: Locale): Promise<EstimatePassword> {
  const known = estimates.get(language);
  if (known) return known;
  const loading = lists[language]().then((module) => passwordEstimate(module.default));
  estimates.set(language, loading);
  loading.catch(() => estimates.delete(language));
  return loading;
}

async function respond({ id, language, password, ownWords }: PasswordRequest): Promise<PasswordReply> {
  try {
    const estimate = await estimateIn(language);
    return { id, verdict: password === null ? null : estimate(password, ownWords) };
  } catch {
    return { id, verdict: null };
  }
}

self.onmessage = ({ data }: MessageEvent<PasswordRequest>) => {
  void respond(data).then((message) => {
    self.postMessage(message);
  });
};
