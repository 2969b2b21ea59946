import { useTranslation } from 'react-i18next';
import type { DeskTask } from '@kernel/money/payouts';
import { Stack, Text } from '@mantine/core';
import { useMe } from '../accounts/use-session';
import { Amount } from '../ui/parts/amount';
import { Card } from '../ui/parts/card';
import { CopyableId } from '../ui/parts/copyable-id';
import { PlatformTile } from '../ui/parts/platform-tile';
import { Muted } from '../ui/parts/text';
import { Moment } from '../review/case/case-facts';
import { DeskActions } from './desk-actions';
import { DifferenceFacts } from './desk-difference';
import { MoneyFacts } from './desk-dispute';
import { DeskFacts, useRecipient } from './desk-recipient';
import { TaskBadge } from './desk-row';
import { DeskTimeline } from './desk-timeline';

interface DeskTaskCardProps {
  readonly task: DeskTask;
  /** Opened by a press: it takes the focus. */
  readonly focused: boolean;
}

/** One task: who gets how much, what is known, what an operator can do about it, and what its sender sees. */
export function DeskTaskCard({ task, focused }: DeskTaskCardProps) {
  const { t } = useTranslation();
  const { roles } = useMe();
  const recipient = useRecipient(task);
  const { platform, transferId } = task;
  return (
    <Card
      focused={focused}
      className="desk-panel"
      sign={<PlatformTile platform={platform} size={24} />}
      title={platform}
      aside={<TaskBadge task={task} />}
    >
      <Stack gap="md">
        <Stack gap="xs">
          <Amount value={task.amount} size="lg" />
          <TaskHistory task={task} />
        </Stack>
        <DeskFacts task={task} recipient={recipient} />
        {roles.includes('operator') ? (
          <DeskActions task={task} isShown={recipient.revealed !== null} />
        ) : (
          <Muted>{t('desk.readOnly')}</Muted>
        )}
        <DeskTimeline transferId={transferId} />
        <div className="desk-part">
          <CopyableId id={transferId} label={t('desk.copyId')} copied={t('desk.idCopied')} />
        </div>
      </Stack>
    </Card>
  );
}

/** Kinds in which a claim is not settled. */
const CLAIMED: readonly string[] = ['outcome', 'unknown', 'second_person'];

/** The history of the payout so far, and the next step. */
function TaskHistory({ task }: { readonly task: DeskTask }) {
  const { t } = useTranslation();
  const { kind, operator, claimedAt, proposal, problems, differences, platform, route } = task;
  const reported = proposal ?? task.refund?.settlement;
  return (
    <Stack gap="xs" fz="sm">
      {operator && claimedAt && (
        <Text c="dimmed">
          {t(CLAIMED.includes(kind) ? 'desk.claimedBy' : 'desk.paidBy', { name: operator.name })},{' '}
          <Moment at={claimedAt} />
        </Text>
      )}
      {reported && (
        <Text c="dimmed">
          {t('desk.reportedBy', { name: reported.operator.name })}, <Moment at={reported.at} />
        </Text>
      )}
      <DisputedNotice task={task} />
      <MoneyFacts task={task} />
      {kind === 'problem' &&
        problems.map(({ number, text }) => (
          <Stack key={number} gap="xs">
            <Text c="dimmed">{number}</Text>
            <Text className="as-typed" p="sm" bdrs="md" bg="var(--surface-2)">
              “{text}”
            </Text>
          </Stack>
        ))}
      {differences.map((difference) => (
        <DifferenceFacts key={difference.about} difference={difference} />
      ))}
      <Text c="dimmed">
        {isGivenBack(task)
          ? t('desk.claimAgain')
          : t(`desk.texts.${kind}`, { platform: route === 'paypal' ? 'PayPal' : platform })}
      </Text>
    </Stack>
  );
}

/** Submitted by the first claim, so its sender cannot cancel, and unclaimed now. */
const isGivenBack = ({ kind, claimedAt }: DeskTask): boolean => kind === 'claim' && claimedAt !== null;

/** A claimed payout may not be made yet. */
function DisputedNotice({ task: { isDisputed, kind } }: { readonly task: DeskTask }) {
  const { t } = useTranslation();
  if (!isDisputed || (kind !== 'outcome' && kind !== 'unknown')) return null;
  return (
    <p>
      <b>{t('desk.disputed')}</b>
    </p>
  );
}
