import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { checkNumberOf, type CheckItem } from '@kernel/staff/identity-checks';
import { useNow } from '../../transfers/use-now';
import { Badge, type BadgeTone } from '../../ui/feedback/badge';
import type { IconName } from '../../ui/parts/icon';
import { useAge } from '../../review/frame/use-span';

/** What a check is called on the board. */
export type CheckState =
  | 'stuck'
  | 'in_progress'
  | 'in_review'
  | 'verified'
  | 'declined'
  | 'revoked'
  | 'expired';

const LOOKS: Readonly<Record<CheckState, { readonly tone: BadgeTone; readonly icon: IconName }>> = {
  stuck: { tone: 'warning', icon: 'alert' },
  in_progress: { tone: 'info', icon: 'clock' },
  in_review: { tone: 'info', icon: 'eye' },
  verified: { tone: 'success', icon: 'check' },
  declined: { tone: 'danger', icon: 'crossCircle' },
  revoked: { tone: 'danger', icon: 'crossCircle' },
  expired: { tone: 'neutral', icon: 'clock' },
};

type Known = Pick<CheckItem, 'status' | 'list' | 'isRevoked'>;

function stateOf({ status, list, isRevoked }: Known): CheckState {
  if (isRevoked) return 'revoked';
  const isReviewed = status === 'completed' || status === 'needs_review';
  return list === 'in_progress' && isReviewed ? 'in_review' : list;
}

/** How far a check is, or how it ended. */
export function CheckBadge({ check }: { readonly check: Known }) {
  const { t } = useTranslation();
  const state = stateOf(check);
  return <Badge {...LOOKS[state]}>{t(`checks.states.${state}`)}</Badge>;
}

interface CheckRowProps {
  readonly item: CheckItem;
  readonly address: string;
  readonly isChosen: boolean;
}

/** An identity check: whose, how far, what was heard last, and how long it took or has taken so far. */
export function CheckRow({ item, address, isChosen }: CheckRowProps) {
  const { t } = useTranslation();
  const age = useAge();
  const nowMs = useNow();
  const { id, senderName, status, list, createdAt, updatedAt, isRevoked, attempt } = item;
  const isOpen = list === 'stuck' || list === 'in_progress';
  const endMs = isOpen ? nowMs : Date.parse(updatedAt);
  return (
    <Table.Tr className="covered" data-chosen={isChosen || undefined} aria-current={isChosen || undefined}>
      <Table.Td className="wide-only nowrap" ff="monospace">
        {checkNumberOf(id)}
      </Table.Td>
      <Table.Td className="nowrap">
        <Link className="cover" to={address} replace preventScrollReset>
          <span className="visually-hidden">{checkNumberOf(id)}: </span>
          {senderName}
        </Link>
      </Table.Td>
      <Table.Td>
        <CheckBadge check={item} />
      </Table.Td>
      <Table.Td className="wide-only" c="dimmed">
        {t(`checks.messages.${isRevoked ? 'revoked' : status}`)}
      </Table.Td>
      <Table.Td className="number nowrap">
        <span className="due" data-late={list === 'stuck' ? 'warning' : undefined}>
          {age(endMs - Date.parse(createdAt))}
        </span>
      </Table.Td>
      <Table.Td className="number wide-only">{attempt}</Table.Td>
    </Table.Tr>
  );
}
