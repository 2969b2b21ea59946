import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router-dom';
import { isStaff, useSession } from '../accounts/use-session';
import { Brand } from '../ui/brand';
import { Footer } from './footer';
import { SignOutButton } from './sign-out-button';
import { MAIN_ID } from './skip-link';

/** The frame of the second factor: the logo, and for the signed-in the way out. */
export function SecurityFrame() {
  const { t } = useTranslation();
  const { me } = useSession().session;
  return (
    <div className="frame">
      <header className="focused-bar">
        <div>
          <span className="gap-12">
            <Brand to="/" />
            {me && isStaff(me) && <span className="side-tag muted t12">{t('compliance.title')}</span>}
          </span>
          {me && <SignOutButton />}
        </div>
      </header>
      <main className="focused-page" id={MAIN_ID} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer className="focused-footer" />
    </div>
  );
}
