import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { currentOf, Navigation, type NavItem } from '../../app/frames/side-frame';
import { Dialog } from '../../ui/feedback/dialog';
import { Icon } from '../../ui/parts/icon';

interface MoreNavProps {
  readonly items: readonly NavItem[];
  /** These and those of the bar. */
  readonly all: readonly NavItem[];
}

/** On a phone, the way to the screens for which its bar has no room. */
export function MoreNav({ items, all }: MoreNavProps) {
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
        aria-current={items.some((item) => currentOf(item, all, pathname)) || undefined}
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
        <Navigation
          className="side-nav"
          items={items}
          all={all}
          iconSize={20}
          label={t('compliance.moreTitle')}
        />
      </Dialog>
    </>
  );
}
