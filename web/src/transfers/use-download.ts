import { getJson } from '../lib/api/api';
import { saveFile } from '../lib/api/save-file';
import { useProblemText } from '../lib/api/use-problem-text';
import { useSend } from '../lib/api/use-send';
import { showError } from '../ui/feedback/toasts';

/** Downloads a file of the API; the request before it renews an expired session and reports a refusal. */
export function useDownload(): (href: string) => Promise<void> {
  return useReported(async (href: string) => {
    await getJson('/me');
    window.location.assign(href);
  });
}

interface WantedFile {
  readonly read: () => Promise<Blob>;
  readonly name: string;
}

/** Downloads a file with a request that has headers: the page reads it and saves it. */
export function useFileDownload(): (file: WantedFile) => Promise<void> {
  return useReported(async ({ read, name }: WantedFile) => {
    saveFile(await read(), name);
  });
}

function useReported<Wanted>(download: (wanted: Wanted) => Promise<void>): (wanted: Wanted) => Promise<void> {
  const problemText = useProblemText();
  const { trigger } = useSend(download, {
    onError: (error) => {
      showError(problemText(error));
    },
  });
  return trigger;
}
