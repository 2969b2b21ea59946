import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import { Brand } from '../ui/brand';
import { Icon, type IconName } from '../ui/icon';
import { Footer } from './footer';
import { LanguageToggle } from './language-toggle';
import { SignOutButton } from './sign-out-button';
import { ScreenPlace } from './screen-place';
import { MAIN_ID } from './skip-link';

interface NavItem {
  readonly to: string;
  readonly text: string;
  readonly icon: IconName;
}

const NAV_ITEMS: readonly NavItem[] = [
  { to: '/dashboard', text: 'nav.dashboard', icon: 'home' },
  { to: '/transactions', text: 'nav.transactions', icon: 'transfers' },
  { to: '/saved-cards', text: 'nav.savedCards', icon: 'card' },
  { to: '/verification', text: 'nav.verification', icon: 'shield' },
  { to: '/profile', text: 'nav.profile', icon: 'person' },
];

/** The frame of a signed-in person: navigation at the side, or below on a phone. */
export function AppFrame() {
  const { t } = useTranslation();
  return (
    <>
      <div className="app-frame">
        <aside className="side">
          <div className="side-inner">
            <Brand to="/dashboard" />
            <Navigation className="side-nav" iconSize={20} />
            <div className="side-end">
              <SignOutButton text={t('nav.logout')} />
              <LanguageToggle />
            </div>
          </div>
        </aside>
        <div className="frame">
          <header className="topbar">
            <Brand to="/dashboard" />
            <LanguageToggle />
            <SignOutButton compact />
          </header>
          <main className="page" id={MAIN_ID} tabIndex={-1}>
            <ScreenPlace />
          </main>
          <Footer />
        </div>
      </div>
      <Navigation className="bottombar" iconSize={24} />
    </>
  );
}

function Navigation({ className, iconSize }: { readonly className: string; readonly iconSize: number }) {
  const { t } = useTranslation();
  return (
    <nav className={className} aria-label={t('nav.main')}>
      {NAV_ITEMS.map((item) => (
        <NavLink key={item.to} to={item.to}>
          <Icon name={item.icon} size={iconSize} />
          {t(item.text)}
        </NavLink>
      ))}
    </nav>
  );
}
