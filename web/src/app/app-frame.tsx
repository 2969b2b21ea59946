import { SideFrame, type NavItem } from './side-frame';

const NAV_ITEMS: readonly NavItem[] = [
  { to: '/dashboard', text: 'nav.dashboard', icon: 'home' },
  { to: '/transactions', text: 'nav.transactions', icon: 'transfers' },
  { to: '/saved-cards', text: 'nav.savedCards', icon: 'card' },
  { to: '/verification', text: 'nav.verification', icon: 'shield' },
  { to: '/profile', text: 'nav.profile', icon: 'person' },
];

/** The frame of a sender's screens. */
export function AppFrame() {
  return <SideFrame home="/dashboard" items={NAV_ITEMS} />;
}
