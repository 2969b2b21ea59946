import { type BoxProps, Flex } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { contactLinks } from '../../accounts/contact';
import { useConfig } from '../../accounts/use-config';
import { LanguageToggle } from '../texts/language-toggle';

/** The footer appears this far above the bottom of the page (specification §9). */
const NEAR_BOTTOM_PX = 300;

type FooterProps = Pick<BoxProps, 'maw' | 'px'>;

/** Contact, place, policies and language, below every screen and as wide as it. */
export function Footer({ maw = 'calc(var(--content) + 64px)', px = 'var(--gutter)' }: FooterProps) {
  const { t } = useTranslation();
  const support = useConfig()?.support;
  const links = support && contactLinks(support);
  return (
    <FooterFrame>
      <Flex
        className="footer-inner"
        wrap="wrap"
        align="center"
        columnGap="lg"
        w="100%"
        maw={maw}
        mx="auto"
        px={px}
        py="xs"
      >
        {links && <a href={links.mail}>{support.email}</a>}
        {links && <a href={links.call}>{support.phone}</a>}
        <span>{t('footer.location')}</span>
        <PolicyLinks />
        <LanguageToggle ml={{ base: -4, sm: 'auto' }} />
      </Flex>
    </FooterFrame>
  );
}

function PolicyLinks() {
  const { t } = useTranslation();
  return ['terms', 'privacy', 'fees'].map((id) => (
    <Link key={id} to={`/${id}`}>
      {t(`landing.policy.${id}`)}
    </Link>
  ));
}

/** A footer that is always reachable by keyboard, and visible near the bottom. */
export function FooterFrame({ children }: { readonly children: ReactNode }) {
  const sentinel = useRef<HTMLDivElement>(null);
  const near = useNear(sentinel);
  return (
    <footer className={near ? 'footer footer-near' : 'footer'}>
      {children}
      <div ref={sentinel} />
    </footer>
  );
}

function useNear(sentinel: React.RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    const element = sentinel.current;
    if (!element) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        setNear(entries.at(-1)?.isIntersecting ?? false);
      },
      { rootMargin: `0px 0px ${String(NEAR_BOTTOM_PX)}px 0px` },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [sentinel]);
  return near;
}
