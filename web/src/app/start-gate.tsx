import { Box } from '@mantine/core';
import { useCallback, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useConfigSettled } from '../accounts/use-config';
import { firstLanguage } from '../lib/language';
import type { ScreenRouter } from '../lib/screen-router';
import { Button } from '../ui/forms/button';
import { Alone } from '../ui/feedback/loading';
import { reloadTexts, startTexts } from './texts/i18n';

type State = 'loading' | 'ready' | 'failed';

interface StartGateProps {
  readonly router: ScreenRouter;
  readonly prerendered: Node | null;
  readonly children: ReactNode;
}

/**
 * Waits for the texts of one language, the configuration and the first screen's code, so that the first screen appears
 * whole. Meanwhile shows the prerendered page, or else "Loading..."; and a retry button when the texts fail to load.
 */
export function StartGate({ router, prerendered, children }: StartGateProps) {
  const [state, setState] = useState<State>('loading');
  const configSettled = useConfigSettled();
  const codeSettled = useSyncExternalStore(router.subscribe, () => router.opened().location !== null);
  const isShown = state === 'ready' && configSettled && codeSettled;
  // Its 48 KB would hold up what the first screen waits for; nothing moves when it comes.
  useEffect(() => {
    if (isShown) import('../ui/style/typeface.css').catch(() => undefined);
  }, [isShown]);
  const settle = (ready: boolean) => {
    setState(ready ? 'ready' : 'failed');
  };
  useEffect(() => {
    void startTexts(firstLanguage()).then(settle);
  }, []);
  if (state === 'failed') {
    return (
      <TextsFailed
        onRetry={() => {
          setState('loading');
          void reloadTexts(firstLanguage()).then(settle);
        }}
      />
    );
  }
  if (isShown) return children;
  return prerendered ? <Prerendered page={prerendered} /> : <Waiting />;
}

// No texts have loaded yet, so these few words are defined here in both languages.
const WORDS = {
  loading: { en: 'Loading...', es: 'Cargando...' },
  failed: { en: 'This page could not be loaded.', es: 'No se pudo cargar esta página.' },
  retry: { en: 'Retry', es: 'Reintentar' },
};

/** The elements that the document came with: nothing moves, and its links work. */
function Prerendered({ page }: { readonly page: Node }) {
  const fill = useCallback(
    (place: HTMLElement | null) => {
      place?.replaceChildren(page.cloneNode(true));
    },
    [page],
  );
  return <Box display="contents" ref={fill} />;
}

function Waiting() {
  return (
    <Alone role="status">
      <p className="after-200ms">{WORDS.loading[firstLanguage()]}</p>
    </Alone>
  );
}

function TextsFailed({ onRetry }: { readonly onRetry: () => void }) {
  const language = firstLanguage();
  return (
    <Alone role="alert">
      <p>{WORDS.failed[language]}</p>
      <Button size="sm" onClick={onRetry}>
        {WORDS.retry[language]}
      </Button>
    </Alone>
  );
}
