import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router-dom';
import { isStaff, useMe } from '../accounts/use-session';
import { SideFrame, type NavItem } from '../app/side-frame';
import './compliance.css';

const NAV_ITEMS: readonly NavItem[] = [
  { to: '/compliance', text: 'compliance.queue', icon: 'flag' },
  { to: '/compliance/payouts', text: 'desk.title', icon: 'send' },
  { to: '/dashboard', text: 'nav.dashboard', icon: 'home' },
];

/** The frame of the review desk. Everybody else sees an unknown address. */
export function StaffFrame() {
  const { t } = useTranslation();
  const me = useMe();
  if (!isStaff(me)) return <Navigate to="/" replace />;
  if (!me.hasSecondFactor) return <Navigate to="/second-factor" replace />;
  return <SideFrame home="/compliance" items={NAV_ITEMS} tag={t('compliance.title')} className="staff" />;
}
