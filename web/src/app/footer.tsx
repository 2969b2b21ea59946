import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../accounts/use-config';
import { LanguageToggle } from './language-toggle';

/** The footer appears this far above the bottom of the page (specification §9). */
const NEAR_BOTTOM_PX = 300;

/** Contact and language, below every screen: always reachable by keyboard, visible near the bottom. */
export function Footer({ className = '' }: { readonly className?: string }) {
  const { t } = useTranslation();
  const support = useConfig()?.support;
  const sentinel = useRef<HTMLDivElement>(null);
  const near = useNear(sentinel);
  return (
    <footer className={`footer ${near ? 'footer-near' : ''} ${className}`.trim()}>
      <div className="footer-inner">
        {support && <a href={`mailto:${support.email}`}>{support.email}</a>}
        {support && <a href={`tel:${support.phone.replace(/[^\d+]/g, '')}`}>{support.phone}</a>}
        <span>{t('footer.location')}</span>
        <LanguageToggle />
      </div>
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
