import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { caseNumberOf } from '@kernel/staff/compliance';
import type { Overview } from '@kernel/staff/overview';
import { Card } from '../../ui/parts/card';
import { DueTime } from '../case/case-badges';
import { useCount } from '../frame/use-count';

/** The reports about suspicious cases that have to be filed next. */
export function ReportsCard({ figures }: { readonly figures: Overview }) {
  const { t } = useTranslation();
  const counted = useCount();
  const { nextReports, reportsFiled, reports, days } = figures;
  return (
    <Card
      title={t('overview.reports')}
      className="card-flush"
      aside={
        <Link className="link link-inline t12" to="/compliance/cases?show=reports">
          {t('overview.reportsAll', { count: reports, number: counted(reports) })}
        </Link>
      }
    >
      <ul className="overview-rows t14">
        {nextReports.map(({ id, senderName, dueAt }) => (
          <li key={id} className="covered">
            <Link className="cover mono t12" to={`/compliance/cases/${id}`}>
              {caseNumberOf(id)}
            </Link>
            <span className="fill nowrap">{senderName}</span>
            <DueTime dueAt={dueAt} text="dueIn" />
          </li>
        ))}
        {nextReports.length === 0 && <li className="muted">{t('overview.noReports')}</li>}
        <li>
          <span className="fill muted">{t('overview.filed', { count: days })}</span>
          <b className="figures">{counted(reportsFiled)}</b>
        </li>
      </ul>
    </Card>
  );
}
