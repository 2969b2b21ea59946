import '@mantine/core/styles/Table.layer.css';
import { useRef } from 'react';
import { Flex, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { AuditItem } from '@kernel/staff/audit';
import { TableHead } from '../review/frame/table-head';
import { useQueueKeys } from '../review/queue/use-queue-keys';
import { formatExact, formatSecond } from '../lib/format';
import { Avatar } from '../ui/parts/avatar';
import { useNarrow } from '../ui/parts/use-narrow';
import { Fine } from '../ui/parts/text';
import { KindBadge } from './kind-badge';
import { parametersOf, type AuditView } from './audit-view';
import { useActionName, useEntryDetail, useEntrySubject, usePersonName } from './use-entry-texts';

const COLUMNS = [
  { name: 'time', className: 'wide-only' },
  { name: 'person', className: 'wide-only' },
  { name: 'kind', className: 'wide-only' },
  { name: 'what' },
  { name: 'on' },
  { name: 'detail', className: 'wide-only' },
];

interface AuditTableProps {
  readonly items: readonly AuditItem[];
  readonly view: AuditView;
}

/** Events, one in a line. */
export function AuditTable({ items, view }: AuditTableProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLTableSectionElement>(null);
  useQueueKeys(list);
  return (
    <Table className="cases audit" verticalSpacing={3} highlightOnHover>
      <TableHead columns={COLUMNS} textOf={(name) => t(`audit.columns.${name}`)} />
      <Table.Tbody ref={list}>
        {items.map((item) => (
          <AuditRow key={item.position} item={item} view={view} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function AuditRow({ item, view }: { readonly item: AuditItem; readonly view: AuditView }) {
  const { i18n } = useTranslation();
  const narrow = useNarrow();
  const personName = usePersonName();
  const actionName = useActionName();
  const subject = useEntrySubject();
  const detail = useEntryDetail();
  const time = (
    <time dateTime={item.at} title={formatExact(item.at, i18n.language)}>
      {formatSecond(item.at, i18n.language)}
    </time>
  );
  return (
    <Table.Tr className="covered">
      <Table.Td className="wide-only nowrap figures">{time}</Table.Td>
      <Table.Td className="wide-only nowrap">
        <Person name={personName(item)} />
      </Table.Td>
      <Table.Td className="wide-only">
        <KindBadge kind={item.kind} />
      </Table.Td>
      <Table.Td>
        <Link
          className="cover"
          to={`?${new URLSearchParams(parametersOf(view, item.position)).toString()}`}
          replace
          preventScrollReset
        >
          {actionName(item.action)}
        </Link>
        {narrow && (
          <Fine span display="block">
            {personName(item)} · {time}
          </Fine>
        )}
      </Table.Td>
      <Table.Td className="nowrap" ff="monospace">
        {subject(item)}
      </Table.Td>
      <Table.Td className="wide-only audit-cut" c="dimmed">
        {detail(item)}
      </Table.Td>
    </Table.Tr>
  );
}

function Person({ name }: { readonly name: string }) {
  return (
    <Flex component="span" className="audit-person" align="center">
      <Avatar name={name} size={24} />
      {name}
    </Flex>
  );
}
