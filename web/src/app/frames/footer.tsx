import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { contactLinks } from '../../accounts/contact';
import { useConfig } from '../../accounts/use-config';
import { LanguageToggle } from '../texts/language-toggle';

/** The footer appears this far above the bottom of the page (specification §9). */
const NEAR_BOTTOM_PX = 300;

/** Contact, place, policies and language, below every screen. */
export function Footer({ className = '' }: { readonly className?: string }) {
  const { t } = useTranslation();
  const support = useConfig()?.support;
  const links = support && contactLinks(support);
  return (
    <FooterFrame className={className}>
      <div className="footer-inner">
        {links && <a href={links.mail}>{support.email}</a>}
        {links && <a href={links.call}>{support.phone}</a>}
        <span>{t('footer.location')}</span>
        <PolicyLinks />
        <LanguageToggle />
      </div>
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
export function FooterFrame(props: { readonly className: string; readonly children: ReactNode }) {
  const sentinel = useRef<HTMLDivElement>(null);
  const near = useNear(sentinel);
  return (
    <footer className={`footer ${near ? 'footer-near' : ''} ${props.className}`.trim()}>
      {props.children}
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
