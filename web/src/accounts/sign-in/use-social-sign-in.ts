import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { SOCIAL_MESSAGE, type Locale, type SocialProvider, type SocialResult } from '@kernel/people/accounts';
import { ApiError } from '../../lib/api/api-error';
import { apiAddress, getJson } from '../../lib/api/api';
import { useOpenScreen } from '../../lib/navigation';
import { useLanguage } from '../../preferences/use-language';
import { useSession } from '../use-session';
import { useWantedPage } from '../wanted-page';

/** Refused as any command would be; only the code and its parameters come back from a provider. */
const REFUSED_STATUS = 422;
const CLOSED_CHECK_MS = 500;
const POPUP = 'popup,width=480,height=720';

export interface SocialStart {
  readonly provider: SocialProvider;
  /** The screen of the button, which shows a refusal. */
  readonly page: '/signin' | '/signup';
  readonly acceptTerms: boolean;
  /** The screen to open afterwards. */
  readonly returnTo?: string | undefined;
}

/** Signs in with a provider in a popup; where popups are blocked, the whole page leaves and comes back. */
export function useSocialSignIn() {
  const { language } = useLanguage();
  const { change, session } = useSession();
  const { retry: readSession } = session;
  const openScreen = useOpenScreen();
  const { from, state } = useWantedPage();
  const popup = useRef<Window | null>(null);
  const [waitingFor, setWaitingFor] = useState<SocialProvider | null>(null);
  const { problem, attempt, refuse } = useSocialRefusal();

  const finish = useCallback(
    async (result: SocialResult) => {
      setWaitingFor(null);
      try {
        if (result.ok) await change(await getJson('/me'));
        else if (result.code === 'social_link_required') await openScreen('/signin/link');
        else if (result.code === 'second_factor_required')
          await openScreen('/signin/code', { state: { from, state } });
        else refuse(errorOf(result));
      } catch (error) {
        refuse(error);
      }
    },
    [change, openScreen, refuse, from, state],
  );

  useEffect(() => {
    const onMessage = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin !== window.location.origin || source === null || source !== popup.current) return;
      if (isSocialMessage(data)) void finish(data.result);
    };
    window.addEventListener('message', onMessage);
    return () => {
      window.removeEventListener('message', onMessage);
    };
  }, [finish]);

  useEffect(() => {
    if (waitingFor === null) return;
    const timer = setInterval(() => {
      if (popup.current?.closed === false) return;
      setWaitingFor(null);
      // It may have signed in without reaching this page with its report.
      readSession();
    }, CLOSED_CHECK_MS);
    return () => {
      clearInterval(timer);
    };
  }, [waitingFor, readSession]);

  const start = (request: SocialStart) => {
    refuse(null);
    // Before anything that waits, or the browser takes it for an advertisement.
    popup.current = window.open(addressOf(request, language, true), 'flip-social', POPUP);
    if (popup.current) setWaitingFor(request.provider);
    else window.location.assign(addressOf(request, language, false));
  };
  return { start, waitingFor, problem, attempt };
}

/** What a provider or we refused: from the popup, or in the address after a round trip of the whole page. */
export function useSocialRefusal() {
  const { i18n } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const { from } = useWantedPage();
  const [problem, setProblem] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const refuse = useCallback((error: unknown) => {
    setProblem(error);
    setAttempt((count) => count + 1);
  }, []);
  useEffect(() => {
    const refusal = refusalIn(query);
    if (!refusal) return;
    // A reload does not show it again, and still knows which page was wanted.
    setQuery({}, { replace: true, state: { from } });
    // The texts of refusals load after the first screen, which this is.
    void i18n.loadNamespaces('errors').finally(() => {
      refuse(refusal);
    });
  }, [query, setQuery, refuse, i18n, from]);
  return { problem, attempt, refuse };
}

function refusalIn(query: URLSearchParams): ApiError | null {
  const code = query.get('social');
  if (code === null) return null;
  const seconds = Number(query.get('seconds'));
  return errorOf({ code, params: seconds > 0 ? { seconds } : {} });
}

function errorOf({ code, params }: Pick<ApiError, 'code' | 'params'>): ApiError {
  return new ApiError({ status: REFUSED_STATUS, code, params, message: '' });
}

function addressOf(request: SocialStart, locale: Locale, inPopup: boolean): string {
  const { provider, page, acceptTerms, returnTo = null } = request;
  return apiAddress('/auth/{provider}/start', {
    path: { provider },
    query: {
      page,
      locale,
      popup: inPopup ? 'true' : null,
      acceptTerms: acceptTerms ? 'true' : null,
      returnTo,
    },
  });
}

function isSocialMessage(data: unknown): data is { readonly result: SocialResult } {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === SOCIAL_MESSAGE;
}
