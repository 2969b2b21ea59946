import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { caseNumberOf } from '@kernel/compliance';
import { typedReason } from './access-reason';

interface WayHereProps {
  /** Why somebody's data is read, if that is known: the way leads through a case, otherwise through the search. */
  readonly reason: string | undefined;
  /** The name of this kind of page. */
  readonly here: string;
}

/** Where a page about a sender stands, as the navigation marks it (staff-frame.tsx). */
export function WayHere({ reason = '', here }: WayHereProps) {
  const { t } = useTranslation();
  const { kind, reference } = typedReason(reason);
  return (
    <nav aria-label={t('replay.breadcrumb')} className="t14">
      {kind === 'case' ? (
        <>
          <Link className="link" to="/compliance/cases">
            {t('compliance.queue')}
          </Link>
          <span aria-hidden="true"> / </span>
          <Link className="link mono" to={`/compliance/cases/${reference}`}>
            {caseNumberOf(reference)}
          </Link>
        </>
      ) : (
        <Link className="link" to="/compliance/find">
          {t('find.nav')}
        </Link>
      )}
      <span aria-hidden="true"> / </span>
      <span>{here}</span>
    </nav>
  );
}
