import { isStaff, useMe } from '../accounts/use-session';
import { SideFrame, type NavItem } from './side-frame';
import { useAllScreensFetched } from './sender-screens';

const NAV_ITEMS: readonly NavItem[] = [
  { to: '/dashboard', text: 'nav.dashboard', icon: 'home' },
  { to: '/transactions', text: 'nav.transactions', icon: 'transfers' },
  { to: '/saved-cards', text: 'nav.savedCards', icon: 'card' },
  { to: '/verification', text: 'nav.verification', icon: 'shield' },
  { to: '/profile', text: 'nav.profile', icon: 'person' },
];

const REVIEW_DESK: NavItem = { to: '/compliance', text: 'nav.reviewDesk', icon: 'flag' };

/** The frame of a sender's screens; staff also see the way to the review desk. */
export function AppFrame() {
  useAllScreensFetched();
  return <SideFrame home="/dashboard" items={isStaff(useMe()) ? [REVIEW_DESK, ...NAV_ITEMS] : NAV_ITEMS} />;
}
