import { useTranslation } from 'react-i18next';
import { Link, Outlet } from 'react-router-dom';
import { Brand } from '../ui/brand';
import { Icon } from '../ui/icon';
import { Footer } from './footer';
import { MAIN_ID } from './skip-link';

/** The frame of the payment: the logo and the way back, no other links. */
export function FocusedFrame() {
  const { t } = useTranslation();
  return (
    <div className="frame">
      <header className="focused-bar">
        <div>
          <Brand to="/dashboard" />
          <Link className="link muted" to="/dashboard">
            <Icon name="chevronLeft" />
            {t('nav.back')}
          </Link>
        </div>
      </header>
      <main className="focused-page" id={MAIN_ID} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer className="focused-footer" />
    </div>
  );
}
