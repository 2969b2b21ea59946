import '@mantine/core/styles/Table.layer.css';
import { Table } from '@mantine/core';

interface TableHeadProps {
  readonly columns: readonly { readonly name: string; readonly className?: string }[];
  /** The text of a column. */
  readonly textOf: (name: string) => string;
  /** Whether the columns explain themselves: screen readers have their names. */
  readonly isHidden?: boolean;
}

/** The names of a table's columns. */
export function TableHead({ columns, textOf, isHidden = false }: TableHeadProps) {
  return (
    <Table.Thead bg="var(--surface-2)" c="dimmed" fz="xs" {...(isHidden && { className: 'visually-hidden' })}>
      <Table.Tr>
        {columns.map(({ name, className }) => (
          <Table.Th key={name} scope="col" fw={400} className={className}>
            {textOf(name)}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
  );
}
