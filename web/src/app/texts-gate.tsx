import { useEffect, useState, type ReactNode } from 'react';
import { useConfigSettled } from '../accounts/use-config';
import { languageOfRoute } from '../lib/language';
import { Button } from '../ui/button';
import { reloadTexts, startTexts } from './i18n';

type State = 'loading' | 'ready' | 'failed';

/**
 * Shows only "Loading..." until the texts of one language and the configuration have loaded, so that the first screen
 * does not shift; and a retry button when the texts fail to load.
 */
export function TextsGate({ children }: { readonly children: ReactNode }) {
  const [state, setState] = useState<State>('loading');
  const configSettled = useConfigSettled();
  const settle = (ready: boolean) => {
    setState(ready ? 'ready' : 'failed');
  };
  useEffect(() => {
    void startTexts(languageOfRoute(window.location.pathname, true)).then(settle);
  }, []);
  if (state === 'ready' && configSettled) return children;
  return (
    <TextsPlace
      failed={state === 'failed'}
      onRetry={() => {
        setState('loading');
        void reloadTexts(languageOfRoute(window.location.pathname, true)).then(settle);
      }}
    />
  );
}

// No texts have loaded yet, so these few words are defined here in both languages.
const WORDS = {
  loading: { en: 'Loading...', es: 'Cargando...' },
  failed: { en: 'This page could not be loaded.', es: 'No se pudo cargar esta página.' },
  retry: { en: 'Retry', es: 'Reintentar' },
};

function TextsPlace({ failed, onRetry }: { readonly failed: boolean; readonly onRetry: () => void }) {
  const language = languageOfRoute(window.location.pathname, true);
  if (!failed) {
    return (
      <div className="full-loading" role="status">
        <p className="after-200ms">{WORDS.loading[language]}</p>
      </div>
    );
  }
  return (
    <div className="full-loading" role="alert">
      <p>{WORDS.failed[language]}</p>
      <Button size="sm" onClick={onRetry}>
        {WORDS.retry[language]}
      </Button>
    </div>
  );
}
