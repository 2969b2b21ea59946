import { useTranslation } from 'react-i18next';
import { Link, Outlet } from 'react-router-dom';
import { useSession } from '../accounts/use-session';
import { Brand } from '../ui/brand';
import { Footer } from './footer';
import { LanguageToggle } from './language-toggle';
import { MAIN_ID } from './skip-link';

/** The frame of the public pages. */
export function PublicFrame() {
  const { t } = useTranslation();
  const signedIn = useSession().session.status === 'signed-in';
  return (
    <div className="frame">
      <header className="public-head">
        <Brand to="/" />
        <LanguageToggle />
        <Link className="link" to={signedIn ? '/dashboard' : '/signin'}>
          {signedIn ? t('nav.dashboard') : t('nav.signin')}
        </Link>
      </header>
      <main className="frame" id={MAIN_ID} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
    </div>
  );
}
