import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType, type Location } from 'react-router-dom';
import { useConfig } from '../accounts/use-config';
import { useSession } from '../accounts/use-session';
import { requestHeadingFocus } from '../lib/heading-focus';
import { languageOfRoute, storedLanguage, storeLanguage } from '../lib/language';
import { pathWithoutPage } from '../lib/navigation-state';
import { showLanguage } from './texts/i18n';

/**
 * What a route change does: sets the route's language, focuses the heading, scrolls to the top.
 * Rendered before the screens, so that its effects run before theirs.
 */
export function RouteEffects() {
  const { pathname, hash, key, state } = useLocation() as Location<unknown>;
  // What is shown for an address without a page is not the landing page, although it is at `/`.
  const page = pathWithoutPage(state) ?? pathname;
  const navigationType = useNavigationType();
  const forcesEnglish = useConfig()?.landingForceEnglish ?? true;
  const shown = useRef(page);

  const savedLanguage = useSession().session.me?.locale;

  useEffect(() => {
    // The saved language only fills an empty storage (decision 4).
    if (savedLanguage && storedLanguage() === null) storeLanguage(savedLanguage);
    void showLanguage(languageOfRoute(page, forcesEnglish));
  }, [page, forcesEnglish, savedLanguage]);

  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    requestHeadingFocus();
    if (navigationType !== NavigationType.Pop && hash === '') window.scrollTo(0, 0);
  }, [page, hash, navigationType]);

  useEffect(() => {
    // The browser does this for the document it loads, not for a link within the application.
    if (hash !== '' && navigationType !== NavigationType.Pop) {
      document.getElementById(hash.slice(1))?.scrollIntoView();
    }
  }, [key, hash, navigationType]);

  return null;
}
