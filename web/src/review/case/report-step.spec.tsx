import { screen, within } from '@testing-library/react';
import type { CaseDetail } from '@kernel/staff/compliance';
import { enterText } from '../../../../test/web/enter-text';
import { noContent, renderPart } from '../../../../test/web/rendered-app';
import { ReportStep } from './report-step';

const FILE = 'POST /compliance/cases/case-one/report';
const filed = '2026-11-21T12:00:00.000Z';
const due = '2026-12-21T12:00:00.000Z';

function open(dates: Pick<CaseDetail, 'reportDueAt' | 'reportFiledAt'>) {
  localStorage.setItem('language', 'en');
  const detail = { id: 'case-one', ...dates } as CaseDetail;
  return renderPart(
    { part: <ReportStep detail={detail} />, texts: ['compliance'] },
    { [FILE]: () => noContent() },
  );
}

it.each([
  ['the first report that is due', { reportDueAt: due, reportFiledAt: null }, 'Record the report', 'initial'],
  ['an amended one', { reportDueAt: null, reportFiledAt: filed }, 'Amend or continue the report', 'amended'],
  [
    'a continuing one',
    { reportDueAt: due, reportFiledAt: filed },
    'Amend or continue the report',
    'continuing',
  ],
])('records %s', async (_, dates, button, kind) => {
  const { user, sent } = open(dates);
  await user.click(await screen.findByRole('button', { name: button }));
  const dialog = within(await screen.findByRole('dialog'));
  await enterText(
    user,
    dialog.getByRole('textbox', { name: 'Reference number' }),
    '\u2068BSA\u2011\u200b2\u2069',
  );
  await user.click(dialog.getByRole('button', { name: button }));
  expect(sent(FILE).map(({ body }) => body)).toMatchObject([{ kind, reference: 'BSA-2' }]);
});
