import { getJson } from '../lib/api';
import { useProblemText } from '../lib/use-problem-text';
import { useSend } from '../lib/use-send';
import { showError } from '../ui/toasts';

/** Downloads a file of the API; the request before it renews an expired session and reports a refusal. */
export function useDownload(): (href: string) => Promise<void> {
  const problemText = useProblemText();
  const { trigger } = useSend(
    async (href: string) => {
      await getJson('/me');
      window.location.assign(href);
    },
    {
      onError: (error) => {
        showError(problemText(error));
      },
    },
  );
  return trigger;
}
