import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CaseDetail, CaseProposal } from '@kernel/staff/compliance';
import { Group, Stack } from '@mantine/core';
import { useMe } from '../../accounts/use-session';
import { useSend } from '../../lib/api/use-send';
import { Button } from '../../ui/forms/button';
import { Card } from '../../ui/parts/card';
import { Fine, Muted } from '../../ui/parts/text';
import { showSuccess } from '../../ui/feedback/toasts';
import { OutcomeBadge } from './case-badges';
import { CaseConflict } from './case-conflict';
import { Moment } from './case-facts';
import { pastPath } from './past-case';
import { ReasonedCaseStep } from './case-step';
import { useFocusWhen } from './use-focus-when';
import { useCaseWork } from '../queue/use-cases';

interface ProposalProps {
  readonly detail: CaseDetail;
  readonly proposal: CaseProposal;
  /** Shown as it was then: to read only. */
  readonly isPast: boolean;
  /** The reader has just proposed it: it takes the focus, since the form that had it was removed. */
  readonly isOwnNow: boolean;
  readonly onClosed: () => void;
}

/** An outcome that waits for a lead who is not the one who proposed it. */
export function ProposalCard({ detail, proposal, isPast, isOwnNow, onClosed }: ProposalProps) {
  const { t } = useTranslation();
  const { uid, roles } = useMe();
  const { outcome, reason, pause, name, at, by, seen } = proposal;
  const place = useFocusWhen(isOwnNow && by === uid);
  const canDecide = !isPast && roles.includes('lead') && by !== uid;
  return (
    <Card title={t('compliance.proposed')} aside={<OutcomeBadge outcome={outcome} />}>
      <Stack gap="md" ref={place} tabIndex={-1}>
        <p className="as-typed">{reason}</p>
        {pause && <p>{t('compliance.willPause')}</p>}
        <Muted>
          {name !== null && `${name} · `}
          <Moment at={at} />
          {' · '}
          <Link className="link link-inline" to={pastPath(detail.id, seen)}>
            {t('compliance.then.show')}
          </Link>
        </Muted>
        {canDecide ? (
          <Approval detail={detail} onClosed={onClosed} />
        ) : (
          <Muted>{t(by === uid ? 'compliance.waitsForLead' : 'compliance.leadDecides')}</Muted>
        )}
      </Stack>
    </Card>
  );
}

function Approval({ detail, onClosed }: Pick<ProposalProps, 'detail' | 'onClosed'>) {
  const { t } = useTranslation();
  const work = useCaseWork(detail.id);
  const approve = (seen: string) => work({ does: 'approve', body: { seen } });
  const { trigger, isMutating, error } = useSend(approve, {
    onSuccess: () => {
      showSuccess(t('compliance.reviewSaved'));
      onClosed();
    },
  });
  return (
    <>
      <CaseConflict error={error} steps={detail.steps} />
      <Group gap="xs">
        <Button
          tone="primary"
          size="xs"
          busy={isMutating}
          busyText={t('compliance.saving')}
          onClick={() => void trigger(detail.position)}
        >
          {t('compliance.approve')}
        </Button>
        <ReasonedCaseStep
          caseId={detail.id}
          step="return"
          workOf={(reason) => ({ does: 'return', body: { reason } })}
        />
      </Group>
      <Fine>{t('compliance.secondPerson')}</Fine>
    </>
  );
}
