import { useTranslation } from 'react-i18next';
import type { CaseDetail } from '@kernel/staff/compliance';
import { formatExact, formatMoment } from '../../lib/format';
import { Card } from '../../ui/parts/card';
import { CopyableId } from '../../ui/parts/copyable-id';
import { AssigneeField } from './case-work';

interface CaseFactsProps {
  readonly detail: CaseDetail;
  /** Whether the reader may work on it now. */
  readonly canWork: boolean;
}

/** What is known of the case itself; analysts and leads assign it here. */
export function CaseFacts({ detail, canWork }: CaseFactsProps) {
  const { t } = useTranslation();
  return (
    <Card title={t('compliance.case')}>
      <dl className="pairs">
        <div>
          <dt>{t('compliance.caseId')}</dt>
          <dd>
            <CopyableId id={detail.id} label={t('compliance.copyId')} copied={t('compliance.copied')} />
          </dd>
        </div>
        <div>
          <dt>{t('compliance.assignee')}</dt>
          <dd>
            {canWork && !detail.reviewed ? (
              <AssigneeField detail={detail} />
            ) : (
              (detail.assigneeName ??
              (detail.leftBy === null
                ? t('compliance.nobody')
                : t('compliance.left', { name: detail.leftBy })))
            )}
          </dd>
        </div>
        {(
          [
            ['detected', detail.createdAt],
            ['updated', detail.updatedAt],
            ['due', detail.dueAt],
            ['snoozedUntil', detail.snoozedUntil],
            // It waits while the case is open again.
            ['reportDue', detail.reviewed ? detail.reportDueAt : null],
            ['reportFiled', detail.reportFiledAt],
          ] as const
        ).map(
          ([name, at]) =>
            at && (
              <div key={name}>
                <dt>{t(`compliance.${name}`)}</dt>
                <dd>
                  <Moment at={at} />
                </dd>
              </div>
            ),
        )}
      </dl>
    </Card>
  );
}

/** An instant, with the exact one in its `title`. */
export function Moment({ at }: { readonly at: string }) {
  const { i18n } = useTranslation();
  return (
    <time className="nowrap" dateTime={at} title={formatExact(at, i18n.language)}>
      {formatMoment(at, i18n.language)}
    </time>
  );
}
