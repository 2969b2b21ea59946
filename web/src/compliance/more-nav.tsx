import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router-dom';
import type { NavItem } from '../app/side-frame';
import { Dialog } from '../ui/dialog';
import { Icon } from '../ui/icon';

/** On a phone, the way to the screens for which its bar has no room. */
export function MoreNav({ items }: { readonly items: readonly NavItem[] }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  // Following a link closes it.
  const [openAt, setOpenAt] = useState<string | null>(null);
  return (
    <>
      <button
        type="button"
        className="more-nav"
        aria-haspopup="dialog"
        data-current={items.some(({ to }) => to === pathname) || undefined}
        onClick={() => {
          setOpenAt(pathname);
        }}
      >
        <Icon name="menu" size={24} />
        {t('compliance.more')}
      </button>
      <Dialog
        place="center"
        open={openAt === pathname}
        title={t('compliance.moreTitle')}
        onClose={() => {
          setOpenAt(null);
        }}
      >
        <nav className="side-nav" aria-label={t('compliance.moreTitle')}>
          {items.map(({ to, text, icon }) => (
            <NavLink key={to} to={to} end>
              <Icon name={icon} size={20} />
              {t(text)}
            </NavLink>
          ))}
        </nav>
      </Dialog>
    </>
  );
}
