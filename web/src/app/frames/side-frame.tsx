import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, matchPath, Outlet, useLocation } from 'react-router-dom';
import { Box, Flex, Group, Stack } from '@mantine/core';
import { useMe } from '../../accounts/use-session';
import { Brand } from '../../ui/parts/brand';
import { Icon, type IconName } from '../../ui/parts/icon';
import { Muted } from '../../ui/parts/text';
import { Footer } from './footer';
import { SignOutButton } from './sign-out-button';
import { MAIN_ID } from './skip-link';

export interface NavItem {
  readonly to: string;
  /** Key of the text. */
  readonly text: string;
  /** Key of the text that is seen where `text` is too long. */
  readonly shortText?: string;
  readonly icon: IconName;
  /** Start of other addresses that are part of this entry. */
  readonly also?: string;
  /** How much waits there. */
  readonly count?: ReactNode;
  /** Navigation state of an action, which is shown as a button and is never the current page. */
  readonly state?: object;
}

interface SideFrameProps {
  /** Target of the logo. */
  readonly home: string;
  readonly items: readonly NavItem[];
  /** At the bottom of a phone's screen, when they differ. */
  readonly barItems?: readonly NavItem[];
  /** After them. */
  readonly barEnd?: ReactNode;
  /** The page with its own header for the way out. */
  readonly signOutOnPage?: string;
  /** A word next to the logo. */
  readonly tag?: string;
  readonly className?: string;
  /** Above and below every page. */
  readonly pageStart?: ReactNode;
  readonly pageEnd?: ReactNode;
}

/** The frame for signed-in users: navigation at the side, or at the bottom on a phone. */
export function SideFrame(props: SideFrameProps) {
  const {
    home,
    items,
    barItems = items,
    barEnd,
    signOutOnPage,
    tag,
    className = '',
    pageStart,
    pageEnd,
  } = props;
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { displayName } = useMe();
  return (
    <>
      <Flex className={className} flex={1}>
        <Box
          component="aside"
          className="side wide-only"
          flex="none"
          w="var(--nav-w)"
          px="md"
          py="lg"
          bg="var(--surface)"
        >
          <Stack pos="sticky" top="var(--s-24)" gap="lg">
            <Box px="xs">
              <Brand to={home} tag={tag} />
            </Box>
            <Navigation className="side-nav" items={items} iconSize={20} />
            <Stack className="line-above" gap={4} pt="md">
              <Muted px="sm" className="wrap-anywhere">
                {t('nav.signedInAs', { name: displayName })}
              </Muted>
              {pathname !== signOutOnPage && <SignOutButton text={t('nav.logout')} />}
            </Stack>
          </Stack>
        </Box>
        <Stack gap={0} flex={1} miw={0}>
          <Topbar home={home} tag={tag} />
          <main className="page" id={MAIN_ID} tabIndex={-1}>
            {pageStart}
            <Outlet />
            {pageEnd}
          </main>
          <Footer />
        </Stack>
      </Flex>
      <Navigation className="bottombar narrow-only" items={barItems} iconSize={24}>
        {barEnd}
      </Navigation>
    </>
  );
}

/** The way home and the way out, on a phone. */
function Topbar({ home, tag }: Pick<SideFrameProps, 'home'> & { readonly tag: string | undefined }) {
  return (
    <Group
      component="header"
      className="line-below narrow-only"
      justify="space-between"
      wrap="nowrap"
      gap="xs"
      mih="var(--bar)"
      px="md"
      bg="var(--surface)"
    >
      <Brand to={home} tag={tag} />
      <SignOutButton />
    </Group>
  );
}

interface NavigationProps extends Pick<SideFrameProps, 'items'> {
  readonly className: string;
  readonly iconSize: number;
  /** All entries, where `items` are some of them. */
  readonly all?: readonly NavItem[];
  readonly label?: string;
  readonly children?: ReactNode;
}

/** Links to the screens; the one of the open page is marked. */
export function Navigation({ className, items, iconSize, all = items, label, children }: NavigationProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <nav className={className} aria-label={label ?? t('nav.main')}>
      {items.map((item) => (
        <NavItemLink key={item.text} {...item} current={currentOf(item, all, pathname)}>
          <Icon name={item.icon} size={iconSize} />
          {t(item.shortText ?? item.text)}
          {item.count && <span className="nav-count figures">{item.count}</span>}
        </NavItemLink>
      ))}
      {children}
    </nav>
  );
}

/** An entry below another one's address is the current page, and the other one is not. */
const isNearer =
  ({ to }: NavItem, pathname: string) =>
  (other: NavItem): boolean =>
    other.to.startsWith(`${to}/`) &&
    [other.to, other.also].some((start) => start !== undefined && pathname.startsWith(start));

/** How the page at `pathname` marks one of `all` entries: as the entry's page or one below it, or as part of it. */
export function currentOf(
  item: NavItem,
  all: readonly NavItem[],
  pathname: string,
): 'page' | 'true' | undefined {
  if (item.also !== undefined && pathname.startsWith(item.also)) return 'true';
  if (item.state !== undefined) return undefined;
  const end = all.some(isNearer(item, pathname));
  return matchPath({ path: item.to, end }, pathname) ? 'page' : undefined;
}

interface NavItemLinkProps extends NavItem {
  readonly current: ReturnType<typeof currentOf>;
  readonly children: ReactNode;
}

function NavItemLink({ to, text, shortText, state, current, children }: NavItemLinkProps) {
  const { t } = useTranslation();
  const look = {
    ...(shortText && { 'aria-label': t(text) }),
    // A press on the page it leads to counts as well.
    ...(state && { className: 'nav-action', state, replace: false }),
  };
  return (
    <Link to={to} aria-current={current} {...look}>
      {children}
    </Link>
  );
}
