import './receipts.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../accounts/use-config';
import { Wordmark } from '../ui/parts/brand';
import { useDocumentDates } from './use-document-dates';

/** A document and the controls above it, in one column. */
export function PaperColumn({ children }: { readonly children: ReactNode }) {
  return <div className="paper-column">{children}</div>;
}

interface PaperProps {
  readonly label: string;
  readonly issuedAt: string;
  readonly children: ReactNode;
}

/** A document as printed: issuer, content and time of issue. */
export function Paper({ label, issuedAt, children }: PaperProps) {
  const { t } = useTranslation();
  const { moment } = useDocumentDates();
  const support = useConfig()?.support;
  return (
    <article className="card paper stack-24" aria-label={label}>
      <div className="line spread">
        <span className="brand">
          <Wordmark />
        </span>
        <p className="muted t12 number">
          Flip · {t('footer.location')}
          <br />
          {support?.email} · <span className="nowrap">{support?.phone}</span>
        </p>
      </div>
      {children}
      <p className="muted t12 rule">{t('receipt.issued', { at: moment(issuedAt) })}</p>
    </article>
  );
}
