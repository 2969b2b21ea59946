import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor, within } from '@testing-library/react';
import { DayBars } from './day-bars';

const days = [
  { day: '2026-11-02', label: 'Nov 2', counts: { velocity: 2, structuring: 1 } },
  { day: '2026-11-03', label: 'Nov 3', counts: {} },
  { day: '2026-11-04', label: 'Nov 4', counts: { structuring: 4 } },
];
const series = [
  { name: 'velocity', label: 'Velocity', color: 'var(--accent)' },
  { name: 'structuring', label: 'Structuring', color: 'var(--warning)' },
];

it('a chart of days is a table for who cannot see it', async () => {
  // A chart draws nothing where it has no room.
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 600, 180));
  const { container } = render(
    <DayBars caption="Alerts per day" dayText="Day" days={days} series={series} />,
    { wrapper: MantineProvider },
  );
  const table = screen.getByRole('table', { name: 'Alerts per day' });
  const rows = within(table).getAllByRole('row');
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['Day', 'Velocity', 'Structuring'],
    ['Nov 2', '2', '1'],
    ['Nov 4', '0', '4'],
  ]);
  await waitFor(() => expect(container.querySelectorAll('.recharts-bar')).toHaveLength(2));
  expect(container.querySelector('svg')?.closest('[aria-hidden=true]')).not.toBeNull();
});
