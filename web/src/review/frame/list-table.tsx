import '@mantine/core/styles/Table.layer.css';
import { useRef, type ReactNode } from 'react';
import { Group, Table, type TableTdProps } from '@mantine/core';
import type { Pages } from '../../lib/api/use-pages';
import { Button } from '../../ui/forms/button';
import { Muted } from '../../ui/parts/text';
import { useQueueKeys } from '../queue/use-queue-keys';
import { TableHead } from './table-head';

/** A column: its name, and what it shows of an item. The link of a row has the class `cover`. */
export interface Column<Item> {
  readonly name: string;
  /** Of the head and the cells. */
  readonly className?: string;
  /** Of the cells alone. */
  readonly look?: Pick<TableTdProps, 'className' | 'fw' | 'ff' | 'fz' | 'c' | 'aria-hidden'>;
  readonly cell: (item: Item) => ReactNode;
}

export interface ListTableProps<Item> {
  readonly items: readonly Item[];
  readonly columns: readonly Column<Item>[];
  /** The text of a column's name. */
  readonly textOf: (name: string) => string;
  readonly idOf: (item: Item) => string;
  /** Of the item that is open next to the list. */
  readonly chosenId?: string | null;
  readonly className?: string;
  /** Above and below the text of a row, in pixels. */
  readonly spacing?: number;
}

/** Items in rows, which j and k go through. */
export function ListTable<Item>(props: ListTableProps<Item>) {
  const { items, columns, textOf, idOf, chosenId, className = '', spacing = 9 } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  useQueueKeys(body);
  return (
    <Table className={`cases ${className}`} verticalSpacing={spacing} highlightOnHover>
      <TableHead columns={columns} textOf={textOf} />
      <Table.Tbody ref={body}>
        {items.map((item) => {
          const isChosen = idOf(item) === chosenId || undefined;
          return (
            <Table.Tr key={idOf(item)} className="covered" data-chosen={isChosen} aria-current={isChosen}>
              {columns.map(({ name, className: column, look, cell }) => (
                <Table.Td
                  key={name}
                  {...look}
                  className={[column, look?.className].filter(Boolean).join(' ')}
                >
                  {cell(item)}
                </Table.Td>
              ))}
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}

export interface ListNoteProps {
  readonly list: Pages<unknown>;
  /** How many items are shown, and what else is to be said about them. */
  readonly shown: readonly string[];
  /** What loads more. */
  readonly more: string;
}

/** How many items are shown, and what shows more. */
export function ListNote({ list, shown, more }: ListNoteProps) {
  return (
    <Group className="table-note" gap="xs">
      <Muted role="status">{shown.join(' · ')}</Muted>
      {list.hasMore && (
        <Button size="xs" busy={list.isLoadingMore} onClick={list.loadMore}>
          {more}
        </Button>
      )}
    </Group>
  );
}
