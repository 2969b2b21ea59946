import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Flex, Group } from '@mantine/core';
import type { CaseDetail } from '@kernel/staff/compliance';
import { Amount } from '../../ui/parts/amount';
import { VerificationBadge } from '../../ui/feedback/badge';
import { Card } from '../../ui/parts/card';
import { Icon } from '../../ui/parts/icon';
import { Fact, Facts } from '../frame/facts';
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
      <Facts cols={2}>
        <Fact name={t('compliance.requested30')}>
          <b>
            <Amount value={requested30Days} />
          </b>
        </Fact>
        <Fact name={t('compliance.refused30')}>{refused30Days}</Fact>
        <Fact name={t('compliance.otherCases')}>
          {otherCases.length === 0
            ? t('compliance.noOthers')
            : t('compliance.otherCounts', { open, closed: otherCases.length - open })}
        </Fact>
      </Facts>
      <Flex
        component={Link}
        className="card-foot"
        justify="space-between"
        align="center"
        mt="sm"
        mih={40}
        py={0}
        fz="sm"
        fw={600}
        c="var(--accent-text)"
        td="none"
        to={senderPath(uid, `case:${caseId}`)}
      >
        {t('standing.open')}
        <Icon name="chevronRight" size={16} />
      </Flex>
    </Card>
  );
}
