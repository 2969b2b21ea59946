import { useTranslation } from 'react-i18next';
import { Link, NavLink, Outlet } from 'react-router-dom';
import { Flex } from '@mantine/core';
import { useSession } from '../../accounts/use-session';
import { Brand } from '../../ui/parts/brand';
import { ButtonLink } from '../../ui/forms/button';
import { LanguageToggle } from '../texts/language-toggle';
import { PublicFooter } from './public-footer';
import { MAIN_ID } from './skip-link';

/** The frame of the public pages. */
export function PublicFrame() {
  const { t } = useTranslation();
  const signedIn = useSession().session.status === 'signed-in';
  return (
    <div className="frame">
      <header className="public-head">
        <Brand to="/" />
        <Flex
          component="nav"
          className="site-nav wide-only"
          align="center"
          wrap="wrap"
          aria-label={t('nav.site')}
        >
          <Link className="link" to="/#how">
            {t('landing.how')}
          </Link>
          <NavLink className="link" to="/fees">
            {t('landing.policy.fees')}
          </NavLink>
          <Link className="link" to="/#questions">
            {t('nav.questions')}
          </Link>
        </Flex>
        <LanguageToggle />
        <Link className="link nowrap" to={signedIn ? '/dashboard' : '/signin'}>
          {signedIn ? t('nav.dashboard') : t('nav.signin')}
        </Link>
        {!signedIn && (
          <ButtonLink size="sm" className="wide-only" to="/signup">
            {t('nav.signup')}
          </ButtonLink>
        )}
      </header>
      <main className="frame" id={MAIN_ID} tabIndex={-1}>
        <Outlet />
      </main>
      <PublicFooter />
    </div>
  );
}
