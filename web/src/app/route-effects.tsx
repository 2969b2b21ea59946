import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { useConfig } from '../accounts/use-config';
import { requestHeadingFocus } from '../lib/heading-focus';
import { languageOfRoute } from '../lib/language';
import { showLanguage } from './i18n';

/**
 * What a change of route brings with it: the language of the new route, the heading's focus, the top of the page.
 * Stands before the screens, so that its effects run before theirs.
 */
export function RouteEffects() {
  const { pathname, hash } = useLocation();
  const navigationType = useNavigationType();
  const forcesEnglish = useConfig()?.landingForceEnglish ?? true;
  const shown = useRef(pathname);

  useEffect(() => {
    void showLanguage(languageOfRoute(pathname, forcesEnglish));
  }, [pathname, forcesEnglish]);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    requestHeadingFocus();
    if (navigationType !== 'POP' && hash === '') window.scrollTo(0, 0);
  }, [pathname, hash, navigationType]);

  return null;
}
