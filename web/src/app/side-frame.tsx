import { useTranslation } from 'react-i18next';
import { NavLink, Outlet } from 'react-router-dom';
import { Brand } from '../ui/brand';
import { Icon, type IconName } from '../ui/icon';
import { Footer } from './footer';
import { LanguageToggle } from './language-toggle';
import { SignOutButton } from './sign-out-button';
import { MAIN_ID } from './skip-link';

export interface NavItem {
  readonly to: string;
  /** Key of the text. */
  readonly text: string;
  readonly icon: IconName;
}

interface SideFrameProps {
  /** Target of the logo. */
  readonly home: string;
  readonly items: readonly NavItem[];
  /** A word beside the logo. */
  readonly tag?: string;
  readonly className?: string;
}

/** The frame for signed-in users: navigation at the side, or at the bottom on a phone. */
export function SideFrame({ home, items, tag, className = '' }: SideFrameProps) {
  const { t } = useTranslation();
  return (
    <>
      <div className={`app-frame ${className}`.trim()}>
        <aside className="side">
          <div className="side-inner">
            <div className="flow">
              <Brand to={home} />
              {tag && <span className="side-tag">{tag}</span>}
            </div>
            <Navigation className="side-nav" items={items} iconSize={20} />
            <div className="side-end">
              <SignOutButton text={t('nav.logout')} />
              <LanguageToggle />
            </div>
          </div>
        </aside>
        <div className="frame">
          <header className="topbar">
            <Brand to={home} />
            <LanguageToggle />
            <SignOutButton compact />
          </header>
          <main className="page" id={MAIN_ID} tabIndex={-1}>
            <Outlet />
          </main>
          <Footer />
        </div>
      </div>
      <Navigation className="bottombar" items={items} iconSize={24} />
    </>
  );
}

interface NavigationProps extends Pick<SideFrameProps, 'items'> {
  readonly className: string;
  readonly iconSize: number;
}

function Navigation({ className, items, iconSize }: NavigationProps) {
  const { t } = useTranslation();
  return (
    <nav className={className} aria-label={t('nav.main')}>
      {items.map((item) => (
        <NavLink key={item.to} to={item.to}>
          <Icon name={item.icon} size={iconSize} />
          {t(item.text)}
        </NavLink>
      ))}
    </nav>
  );
}
