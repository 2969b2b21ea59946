import type { BackendModule, ReadCallback } from 'i18next';

/** Fetches web/public/locales/{language}/{namespace}.json; i18next repeats a request that the server did not answer. */
export const textFiles: BackendModule = {
  type: 'backend',
  callbackApi: true,
  init: () => undefined,
  read: (language, namespace, callback) => {
    void fetchTexts(`/locales/${language}/${namespace}.json`).then((outcome) => {
      callback(...outcome);
    });
  },
};

/** The texts, or why there are none and whether to ask again. */
async function fetchTexts(path: string): Promise<Parameters<ReadCallback>> {
  try {
    const response = await fetch(path);
    if (!response.ok) return [`${path}: ${String(response.status)}`, response.status >= 500];
    return [null, await response.json()];
  } catch (error) {
    return [error as Error, true];
  }
}
