import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, type Location } from 'react-router-dom';
import { isStaff, PAYOUT_DESK, readsCases, staffHomeOf, useMe } from '../../accounts/use-session';
import { wantedPage } from '../../accounts/wanted-page';
import { SideFrame, type NavItem } from '../../app/frames/side-frame';
import { Drafts } from '../../ui/forms/drafts';
import { typedReason } from '../reveal/access-reason';
import { ConsoleKeys } from './console-keys';
import { KeyHint } from './key-hint';
import { KeptDrafts } from './kept-drafts';
import { MoreNav } from './more-nav';
import { useCaseCounts } from '../queue/use-cases';
import { useCount } from './use-count';
import { useTasksToDo } from '../../payouts/use-desk';
import './console.css';

const OVERVIEW: NavItem = { to: '/compliance', text: 'compliance.overview', icon: 'chart' };
const QUEUE: NavItem = {
  to: '/compliance/cases',
  text: 'compliance.queue',
  icon: 'flag',
  count: <OpenCases />,
};
const RULES: NavItem = { to: '/compliance/rules', text: 'compliance.rulesNav', icon: 'flask' };
const FIND: NavItem = {
  to: '/compliance/find',
  text: 'find.nav',
  icon: 'search',
  count: <KeyHint>/</KeyHint>,
};
const CHECKS: NavItem = { to: '/compliance/verifications', text: 'nav.verification', icon: 'shield' };
const DESK: NavItem = { to: PAYOUT_DESK, text: 'desk.title', icon: 'send', count: <TasksToDo /> };
const AUDIT: NavItem = { to: '/compliance/audit', text: 'compliance.audit', icon: 'document' };
const DASHBOARD: NavItem = { to: '/dashboard', text: 'nav.dashboard', icon: 'home' };

/** The frame of the staff's screens, with those that the user's roles open. Everybody else sees an unknown address. */
export function StaffFrame() {
  const { t } = useTranslation();
  const me = useMe();
  const location = useLocation() as Location<unknown>;
  const { pathname, search } = location;
  if (!isStaff(me)) return <Navigate to="/" replace />;
  if (!me.hasSecondFactor) return <Navigate to="/second-factor" replace state={wantedPage(location)} />;
  const home = staffHomeOf(me);
  const isTheirs = pathname.startsWith(home) || pathname === AUDIT.to;
  if (!readsCases(me) && !isTheirs) return <Navigate to={home} replace />;
  const frame = {
    home,
    tag: t('compliance.title'),
    className: 'staff',
    pageStart: <KeptDrafts />,
    pageEnd: <ConsoleKeys canFind={readsCases(me)} />,
  };
  if (!readsCases(me))
    return (
      <Drafts>
        <SideFrame items={[DESK, AUDIT, DASHBOARD]} {...frame} />
      </Drafts>
    );
  const { queue, find } = waysTo(pathname, search);
  const items = [OVERVIEW, queue, RULES, CHECKS, find, DESK, AUDIT, DASHBOARD];
  // At the bottom of a phone's screen is room for five.
  const barItems = [queue, find, DESK, me.roles.includes('auditor') ? AUDIT : CHECKS];
  const others = items.filter((item) => !barItems.includes(item));
  const more = <MoreNav items={others} all={items} />;
  return (
    <Drafts>
      <SideFrame items={items} barItems={barItems} barEnd={more} {...frame} />
    </Drafts>
  );
}

/** A sender's page and a history belong to the queue when a case leads to them, otherwise to the search. */
function waysTo(pathname: string, search: string): { readonly queue: NavItem; readonly find: NavItem } {
  if (!/^\/compliance\/(?:replay|senders)\//.test(pathname)) return { queue: QUEUE, find: FIND };
  const { kind } = typedReason(new URLSearchParams(search).get('reason') ?? '');
  return kind === 'case'
    ? { queue: { ...QUEUE, also: pathname }, find: FIND }
    : { queue: QUEUE, find: { ...FIND, also: pathname } };
}

/** Tasks of the desk that the user can act on; others' wait is not theirs. */
function TasksToDo() {
  return useTasksToDo() || null;
}

function OpenCases() {
  const count = useCount();
  const open = useCaseCounts().data?.open ?? 0;
  return open === 0 ? null : count(open);
}
