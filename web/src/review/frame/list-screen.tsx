import type { ReactNode } from 'react';
import type { Pages } from '../../lib/api/use-pages';
import { ErrorBlock } from '../../ui/feedback/error-block';
import { SkeletonRows } from '../../ui/feedback/skeleton';
import { Card } from '../../ui/parts/card';
import { PageHeading } from '../../ui/parts/page-heading';
import { Muted } from '../../ui/parts/text';
import { WithSide } from './with-side';
import { ListNote, ListTable, type ListNoteProps, type ListTableProps } from './list-table';

interface ListScreenProps<Item> extends Omit<ListTableProps<Item>, 'items'>, ListStatesProps<Item> {
  readonly title: string;
  /** Below the title. */
  readonly note?: string;
  /** Next to the title. */
  readonly actions?: ReactNode;
  /** The lists of the screen, above the card. */
  readonly tabs?: ReactNode;
  readonly filters?: ReactNode;
  /** Next to the list: the item that is open. */
  readonly panel?: ReactNode;
  /** Without it everything is shown at once. */
  readonly foot?: Omit<ListNoteProps, 'list'>;
  /** Below the card. */
  readonly children?: ReactNode;
}

/** A list of the staff's: head, tabs, filters, rows and what shows more of them. */
export function ListScreen<Item>(props: ListScreenProps<Item>) {
  const { title, note, actions, tabs, filters, panel, foot, children, ...rest } = props;
  const { list, failed, empty, rows, ...table } = rest;
  const card = (
    <Card className="card-flush">
      {filters}
      <ListStates {...{ list, failed, empty, rows }}>
        {(items) => (
          <>
            {items.length > 0 && <ListTable {...table} items={items} />}
            {foot && <ListNote list={list} {...foot} />}
          </>
        )}
      </ListStates>
    </Card>
  );
  return (
    <>
      <div className="page-head">
        {note === undefined ? (
          <PageHeading title={title}>{title}</PageHeading>
        ) : (
          <div>
            <PageHeading title={title}>{title}</PageHeading>
            <Muted>{note}</Muted>
          </div>
        )}
        {actions}
      </div>
      {tabs}
      {panel ? (
        <WithSide width={344} side={panel}>
          {card}
        </WithSide>
      ) : (
        card
      )}
      {children}
    </>
  );
}

interface ListStatesProps<Item> {
  readonly list: Pages<Item>;
  /** What could not be loaded. */
  readonly failed: string;
  /** Instead of rows; a list that is never empty has none. */
  readonly empty?: ReactNode;
  /** How many rows are drawn while the first ones load. */
  readonly rows: number;
}

/** A list before it has items, when it could not be read, and when it has none. */
function ListStates<Item>({
  list: { items, error, isLoading, hasMore, retry },
  failed,
  empty = null,
  rows,
  children,
}: ListStatesProps<Item> & { readonly children: (items: readonly Item[]) => ReactNode }) {
  if (isLoading) return <SkeletonRows count={rows} />;
  if (error && !items) return <ErrorBlock title={failed} error={error} onRetry={retry} />;
  if (!items || (items.length === 0 && !hasMore)) return empty;
  return children(items);
}
