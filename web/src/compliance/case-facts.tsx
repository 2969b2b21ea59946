import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CaseDetail } from '@kernel/compliance';
import { formatExact, formatMoment } from '../lib/format';
import { Amount } from '../ui/amount';
import { VerificationBadge } from '../ui/badge';
import { Card } from '../ui/card';
import { CopyableId } from '../ui/copyable-id';
import { RuleName } from './rule-name';

/** What is known of the case itself. */
export function CaseFacts({ detail }: { readonly detail: CaseDetail }) {
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
          <dd>{detail.assigneeName ?? t('compliance.nobody')}</dd>
        </div>
        {(
          [
            ['detected', detail.createdAt],
            ['updated', detail.updatedAt],
            ['due', detail.dueAt],
            ['snoozedUntil', detail.snoozedUntil],
            ['reportDue', detail.reportDueAt],
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

/** The sender of a case: verification, the last thirty days, other cases. The name is masked. */
export function SenderFacts({ sender }: { readonly sender: CaseDetail['sender'] }) {
  const { t } = useTranslation();
  return (
    <Card title={t('compliance.sender')}>
      <dl className="pairs">
        <div>
          <dt>{t('compliance.name')}</dt>
          <dd>{sender.displayName}</dd>
        </div>
        <div>
          <dt>{t('nav.verification')}</dt>
          <dd>
            <VerificationBadge badge={sender.verification} />
          </dd>
        </div>
        <div>
          <dt>{t('compliance.sent30')}</dt>
          <dd>
            <Amount value={sender.sent30Days} />
          </dd>
        </div>
        <div>
          <dt>{t('compliance.refused30')}</dt>
          <dd>{sender.refused30Days}</dd>
        </div>
        <div>
          <dt>{t('compliance.others')}</dt>
          <dd>
            {sender.otherCases.length === 0 ? t('compliance.noOthers') : <OtherCases sender={sender} />}
          </dd>
        </div>
      </dl>
    </Card>
  );
}

function OtherCases({ sender }: { readonly sender: CaseDetail['sender'] }) {
  const { t } = useTranslation();
  return (
    <ul>
      {sender.otherCases.map((other) => (
        <li key={other.id}>
          <Link className="link" to={`/compliance/cases/${other.id}`}>
            <RuleName id={other.ruleId} /> (
            {t(`compliance.caseStates.${other.reviewed ? 'reviewed' : 'open'}`)})
          </Link>
        </li>
      ))}
    </ul>
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
