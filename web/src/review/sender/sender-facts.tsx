import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Group } from '@mantine/core';
import type { CaseDetail } from '@kernel/staff/compliance';
import { Amount } from '../../ui/parts/amount';
import { VerificationBadge } from '../../ui/feedback/badge';
import { Card } from '../../ui/parts/card';
import { Icon } from '../../ui/parts/icon';
import { senderPath } from '../reveal/access-reason';
import { Revealable } from '../reveal/reveal-button';
import { SenderStates } from './sender-states';
import './standing.css';

/** Who the case is about: verification, the last thirty days and other cases. The name is masked. */
export function SenderFacts({ detail: { id: caseId, sender } }: { readonly detail: CaseDetail }) {
  const { t } = useTranslation();
  const { uid, displayName, verification, states, requested30Days, refused30Days, otherCases } = sender;
  const open = otherCases.filter(({ reviewed }) => !reviewed).length;
  return (
    <Card
      className="case-who"
      title={
        <>
          <span className="visually-hidden">{t('compliance.sender')}: </span>
          <Revealable masked={displayName} subject={uid} field="name" forCase={caseId} compact />
        </>
      }
      aside={
        <Group gap="xs">
          <SenderStates states={states} />
          <VerificationBadge badge={verification} />
        </Group>
      }
    >
      <dl className="case-facts">
        <div>
          <dt>{t('compliance.requested30')}</dt>
          <dd>
            <b>
              <Amount value={requested30Days} />
            </b>
          </dd>
        </div>
        <div>
          <dt>{t('compliance.refused30')}</dt>
          <dd>{refused30Days}</dd>
        </div>
        <div>
          <dt>{t('compliance.otherCases')}</dt>
          <dd>
            {otherCases.length === 0
              ? t('compliance.noOthers')
              : t('compliance.otherCounts', { open, closed: otherCases.length - open })}
          </dd>
        </div>
      </dl>
      <Link className="case-facts-link" to={senderPath(uid, `case:${caseId}`)}>
        {t('standing.open')}
        <Icon name="chevronRight" size={16} />
      </Link>
    </Card>
  );
}
