import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CaseDetail } from '@kernel/staff/compliance';
import { Amount } from '../../ui/parts/amount';
import { VerificationBadge } from '../../ui/feedback/badge';
import { Card } from '../../ui/parts/card';
import { senderPath } from '../reveal/access-reason';
import { Revealable } from '../reveal/reveal-button';
import './standing.css';

/** The sender of a case: verification and the last thirty days. The name is masked. */
export function SenderFacts({ detail: { id: caseId, sender } }: { readonly detail: CaseDetail }) {
  const { t } = useTranslation();
  return (
    <Card title={t('compliance.sender')}>
      <dl className="pairs">
        <div>
          <dt>{t('compliance.name')}</dt>
          <dd>
            <Revealable
              masked={sender.displayName}
              subject={sender.uid}
              field="name"
              reason={`case:${caseId}`}
            />
          </dd>
        </div>
        <div>
          <dt>{t('nav.verification')}</dt>
          <dd>
            <VerificationBadge badge={sender.verification} />
          </dd>
        </div>
        <div>
          <dt>{t('compliance.requested30')}</dt>
          <dd>
            <Amount value={sender.sent30Days} />
          </dd>
        </div>
        <div>
          <dt>{t('compliance.refused30')}</dt>
          <dd>{sender.refused30Days}</dd>
        </div>
      </dl>
      <Link className="link" to={senderPath(sender.uid, `case:${caseId}`)}>
        {t('standing.open')}
      </Link>
    </Card>
  );
}
