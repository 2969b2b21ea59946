import { useTranslation } from 'react-i18next';
import { Navigate, NavLink, Outlet } from 'react-router-dom';
import type { Me } from '@kernel/accounts';
import { useMe } from '../accounts/use-session';
import { Footer } from '../app/footer';
import { LanguageToggle } from '../app/language-toggle';
import { SignOutButton } from '../app/sign-out-button';
import { MAIN_ID } from '../app/skip-link';
import { Brand } from '../ui/brand';
import { Icon } from '../ui/icon';
import './compliance.css';

/** True for people with a staff role; only the server decides what they may see. */
export function isStaff(me: Me): boolean {
  return me.roles.some((role) => role !== 'sender');
}

/** The frame of the review desk. For everybody else its address is like one that does not exist. */
export function StaffFrame() {
  const { t } = useTranslation();
  const me = useMe();
  if (!isStaff(me)) return <Navigate to="/" replace />;
  return (
    <>
      <div className="app-frame staff">
        <aside className="side">
          <div className="side-inner">
            <div className="staff-brand">
              <Brand to="/compliance" />
              <span className="staff-tag">{t('compliance.title')}</span>
            </div>
            <StaffNavigation className="side-nav" />
            <div className="side-end">
              <SignOutButton text={t('nav.logout')} />
              <LanguageToggle />
            </div>
          </div>
        </aside>
        <div className="frame">
          <header className="topbar">
            <Brand to="/compliance" />
            <LanguageToggle />
            <SignOutButton compact />
          </header>
          <main className="page staff-page" id={MAIN_ID} tabIndex={-1}>
            <Outlet />
          </main>
          <Footer />
        </div>
      </div>
      <StaffNavigation className="bottombar" />
    </>
  );
}

function StaffNavigation({ className }: { readonly className: string }) {
  const { t } = useTranslation();
  return (
    <nav className={className} aria-label={t('nav.main')}>
      <NavLink to="/compliance">
        <Icon name="flag" />
        {t('compliance.queue')}
      </NavLink>
      <NavLink to="/dashboard">
        <Icon name="home" />
        {t('nav.dashboard')}
      </NavLink>
    </nav>
  );
}
