import '@mantine/core/styles/Table.layer.css';
import { Table } from '@mantine/core';

interface TableHeadProps {
  readonly columns: readonly { readonly name: string; readonly className?: string }[];
  /** The text of a column. */
  readonly textOf: (name: string) => string;
}

/** The names of a table's columns. */
export function TableHead({ columns, textOf }: TableHeadProps) {
  return (
    <Table.Thead>
      <Table.Tr>
        {columns.map(({ name, className }) => (
          <Table.Th key={name} scope="col" className={className}>
            {textOf(name)}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
  );
}
