import { useCallback } from 'react';
import { getJson } from '../lib/api';
import { useProblemText } from '../lib/use-problem-text';
import { showError } from '../ui/toasts';

/** Fetches a file of the API as a download; asks first, so that an expired session is renewed and a refusal is said. */
export function useCsvDownload(): (href: string) => Promise<void> {
  const problemText = useProblemText();
  return useCallback(
    async (href) => {
      try {
        await getJson('/me');
        window.location.assign(href);
      } catch (error) {
        showError(problemText(error));
      }
    },
    [problemText],
  );
}
