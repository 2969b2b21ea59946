import { isStaff, PAYOUT_DESK, readsCases, useMe } from '../../accounts/use-session';
import { QUICK_SEND_WANTED } from '../../lib/navigation-state';
import { SideFrame, type NavItem } from './side-frame';
import { useAllScreensFetched } from '../sender-screens';

const NAV_ITEMS: readonly NavItem[] = [
  { to: '/dashboard', text: 'nav.dashboard', icon: 'home' },
  { to: '/transactions', text: 'nav.transactions', icon: 'transfers', also: '/statements' },
  { to: '/recipients', text: 'nav.recipients', icon: 'people' },
  { to: '/saved-cards', text: 'nav.savedCards', icon: 'card' },
  { to: '/verification', text: 'nav.verification', icon: 'shield' },
  { to: '/profile', text: 'nav.profile', icon: 'person' },
];

/** On a phone the main job is in the middle; verification is reached from its badge, the limit and the profile. */
const BAR_ITEMS: readonly NavItem[] = [
  { to: '/dashboard', text: 'nav.dashboard', icon: 'home' },
  { to: '/transactions', text: 'nav.transactions', icon: 'transfers', also: '/statements' },
  { to: '/dashboard', text: 'nav.sendMoney', shortText: 'nav.send', icon: 'send', state: QUICK_SEND_WANTED },
  { to: '/saved-cards', text: 'nav.savedCards', icon: 'card' },
  { to: '/profile', text: 'nav.profile', icon: 'person' },
];

const REVIEW_DESK: NavItem = { to: '/compliance', text: 'nav.reviewDesk', icon: 'flag' };
const DESK: NavItem = { to: PAYOUT_DESK, text: 'desk.title', icon: 'send' };

/** The frame of a sender's screens; staff also see the way to the desk they work at. */
export function AppFrame() {
  useAllScreensFetched();
  const me = useMe();
  const staff = isStaff(me) ? [readsCases(me) ? REVIEW_DESK : DESK] : [];
  return (
    <SideFrame
      home="/dashboard"
      items={[...staff, ...NAV_ITEMS]}
      barItems={[...staff, ...BAR_ITEMS]}
      signOutOnPage="/dashboard"
    />
  );
}
