import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { checkNumberOf, type CheckItem } from '@kernel/staff/identity-checks';
import { useNow } from '../../transfers/use-now';
import type { Column } from '../../review/frame/list-table';
import { useAge } from '../../review/frame/use-span';
import { CheckBadge } from './check-badge';
import { CHECKS, type ShownChecks } from './use-checks';
import { useMasked } from '../../review/reveal/use-masked';

/** An identity check: sender, status, last report, and how long it took or has taken so far. */
export function useCheckColumns(list: ShownChecks): readonly Column<CheckItem>[] {
  const { t } = useTranslation();
  const masked = useMasked();
  const age = useAge();
  const nowMs = useNow();
  const addressOf = (check: string) =>
    `?${new URLSearchParams(CHECKS.parametersOf({ status: list, check })).toString()}`;
  const tookMs = ({ list, createdAt, updatedAt }: CheckItem) => {
    const isOpen = list === 'stuck' || list === 'in_progress';
    return (isOpen ? nowMs : Date.parse(updatedAt)) - Date.parse(createdAt);
  };
  return [
    {
      name: 'check',
      className: 'wide-only',
      look: { className: 'nowrap', ff: 'monospace' },
      cell: ({ id }) => checkNumberOf(id),
    },
    {
      name: 'sender',
      look: { className: 'nowrap' },
      cell: ({ id, senderName }) => (
        <Link className="cover" to={addressOf(id)} replace preventScrollReset>
          <span className="visually-hidden">{checkNumberOf(id)}: </span>
          {masked(senderName)}
        </Link>
      ),
    },
    { name: 'status', cell: (item) => <CheckBadge check={item} /> },
    {
      name: 'last',
      className: 'wide-only',
      look: { c: 'dimmed' },
      cell: ({ isRevoked, status }) => t(`checks.messages.${isRevoked ? 'revoked' : status}`),
    },
    {
      name: 'took',
      className: 'number',
      look: { className: 'nowrap' },
      cell: (item) => (
        <Text span {...(item.list === 'stuck' && { c: 'var(--warning)', fw: 600 })}>
          {age(tookMs(item))}
        </Text>
      ),
    },
    { name: 'attempt', className: 'number wide-only', cell: ({ attempt }) => attempt },
  ];
}
