import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CaseDetail } from '@kernel/staff/compliance';
import { formatMoment } from '../../lib/format';
import { Notice } from '../../ui/feedback/notice';

/** Says that the page shows the past, up to which change, and leads back. */
export function PastNotice({ detail: { id, steps } }: { readonly detail: CaseDetail }) {
  const { t, i18n } = useTranslation();
  const last = steps[0];
  return (
    <Notice tone="warning" icon="clock" title={t('compliance.then.title')} mb="md">
      <p>
        {t('compliance.then.text', { at: last ? formatMoment(last.at, i18n.language) : '' })}{' '}
        <Link className="link link-inline" to={`/compliance/cases/${id}`}>
          {t('compliance.then.now')}
        </Link>
      </p>
    </Notice>
  );
}

/** The way to the case as it was at a position. */
export function pastPath(id: string, position: string): string {
  return `/compliance/cases/${id}?${new URLSearchParams({ at: position }).toString()}`;
}
