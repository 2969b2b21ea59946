import { Flex, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { AuditItem } from '@kernel/staff/audit';
import type { Column } from '../review/frame/list-table';
import { formatExact, formatSecond } from '../lib/format';
import { Avatar } from '../ui/parts/avatar';
import { useNarrow } from '../ui/parts/use-narrow';
import { Fine } from '../ui/parts/text';
import { KindBadge } from './kind-badge';
import { AUDIT, type AuditView } from './audit-view';
import { useActionName, useEntryDetail, useEntrySubject, usePersonName } from './use-entry-texts';

/** The columns of an event; each row leads to its details. */
export function useAuditColumns(view: AuditView): readonly Column<AuditItem>[] {
  const narrow = useNarrow();
  const nameOf = usePersonName();
  const actionName = useActionName();
  const subject = useEntrySubject();
  const detail = useEntryDetail();
  const wide = { className: 'wide-only' };
  const nowrap = { className: 'nowrap' };
  return [
    {
      name: 'time',
      ...wide,
      look: { className: 'nowrap figures' },
      cell: ({ at }) => <Time at={at} />,
    },
    {
      name: 'person',
      ...wide,
      look: nowrap,
      cell: (item) => (
        <Flex component="span" gap="xs" align="center">
          <Avatar name={nameOf(item)} size={24} />
          {nameOf(item)}
        </Flex>
      ),
    },
    { name: 'kind', ...wide, cell: ({ kind }) => <KindBadge kind={kind} /> },
    {
      name: 'what',
      cell: (item) => (
        <>
          <Text
            component={Link}
            className="cover"
            fw={400}
            to={`?${addressOf(view, item)}`}
            replace
            preventScrollReset
          >
            {actionName(item.action)}
          </Text>
          {narrow && (
            <Fine span display="block">
              {nameOf(item)} · <Time at={item.at} />
            </Fine>
          )}
        </>
      ),
    },
    { name: 'on', look: { ...nowrap, ff: 'monospace' }, cell: subject },
    { name: 'detail', ...wide, look: { className: 'audit-cut', c: 'dimmed' }, cell: detail },
  ];
}

const addressOf = (view: AuditView, { position }: AuditItem): string =>
  new URLSearchParams({ ...AUDIT.parametersOf(view), entry: position }).toString();

function Time({ at }: Pick<AuditItem, 'at'>) {
  const { i18n } = useTranslation();
  return (
    <time dateTime={at} title={formatExact(at, i18n.language)}>
      {formatSecond(at, i18n.language)}
    </time>
  );
}
