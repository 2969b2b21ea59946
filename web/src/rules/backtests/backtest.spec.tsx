import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Backtest } from '@kernel/staff/backtests';
import type { RuleDetail } from '@kernel/staff/rule-views';
import {
  alertOf,
  BACKTEST_ID,
  backtestOf,
  backtestRoutes,
  resultOf,
  wireRule,
} from '../../../../test/web/backtests';
import {
  ana,
  json,
  noContent,
  noResponse,
  refusal,
  renderPart,
  renderScreen,
  type Responses,
} from '../../../../test/web/rendered-app';
import { BacktestCard } from './backtest-card';
import { RuleActions } from '../rule-actions';
import { useRuleBacktest } from './use-rule-backtest';
import { useRuleEditing } from '../editor/use-rule-editing';

const NOW = Date.parse('2026-11-24T15:00:00.000Z');
const AT = '2026-11-20T12:00:00.000Z';
const rule: RuleDetail = {
  id: 'structuring',
  name: 'Structuring',
  status: 'active',
  versions: [
    {
      version: 3,
      definition: wireRule,
      activatedAt: AT,
      endedAt: null,
      drafterName: 'Robin',
      approverName: 'Irene',
      hits: { cases: 22, reviewed: 17, suspicious: 7 },
    },
  ],
  draft: null,
  draftRevision: null,
  retireRequest: null,
  steps: [],
};
const drafted: RuleDetail = {
  ...rule,
  draft: {
    definition: { ...wireRule, within: 'P2D' },
    by: 'robin',
    name: 'Robin',
    at: AT,
    backtest: null,
    returned: null,
  },
  draftRevision: 0,
};
const READ = `GET /compliance/backtests/${BACKTEST_ID}`;
const FOUND = `?backtest=${BACKTEST_ID}`;

interface Opened {
  readonly query?: string;
  readonly routes?: Responses;
  readonly language?: 'en' | 'es';
  readonly shown?: RuleDetail;
}

/** The rule's page. */
function openPage({ query = '', ...opened }: Opened = {}) {
  return renderScreen(`/compliance/rules/structuring${query}`, responsesOf(opened));
}

/** What is below the definition, and the buttons. */
function openCard({ query = '', ...opened }: Opened = {}) {
  const part = <CardWithButtons rule={opened.shown ?? rule} />;
  return renderPart({ part, query, texts: ['compliance', 'rules', 'backtest'] }, responsesOf(opened));
}

function CardWithButtons({ rule: shown }: { readonly rule: RuleDetail }) {
  const editing = useRuleEditing(shown);
  const backtest = useRuleBacktest(shown, editing);
  return (
    <>
      <RuleActions rule={shown} editing={editing} backtest={backtest} />
      <BacktestCard rule={shown} definition={editing.definition} backtest={backtest} />
    </>
  );
}

function responsesOf({ routes, language = 'en', shown = rule }: Opened): Responses {
  jest.setSystemTime(NOW);
  localStorage.setItem('language', language);
  return {
    'GET /me': () => json({ ...ana, roles: ['sender', 'analyst'], hasSecondFactor: true, locale: language }),
    'GET /compliance/rules/structuring': () => json(shown),
    ...backtestRoutes(),
    ...routes,
  };
}

const figures = () =>
  [...(screen.queryByLabelText(/^Result(?:s|ados)$/)?.children ?? [])].map(({ children }) =>
    [...children].map(({ textContent }) => textContent).join(' | '),
  );

describe('a backtest', () => {
  it.each([
    ['lead', 1],
    ['analyst', 0],
  ] as const)('that somebody ran of their draft is read for another %s %i times', async (role, times) => {
    const me = { ...ana, roles: ['sender', role] as never, hasSecondFactor: true };
    const shown = { ...drafted, draft: drafted.draft && { ...drafted.draft, backtest: BACKTEST_ID } };
    const { sent } = openCard({ shown, routes: { 'GET /me': () => json(me) } });
    await screen.findByRole('region', { name: 'Backtest' });
    await waitFor(() => expect(sent(READ)).toHaveLength(times));
  });

  it('runs the definition as it is typed, over the chosen period, beside the version in force', async () => {
    let progress = 0;
    const { user, calls } = openPage({
      routes: {
        [READ]: () => {
          progress += 0.5;
          return json(progress < 1 ? backtestOf({ state: 'running', progress, result: null }) : backtestOf());
        },
      },
    });
    const within_ = await screen.findByRole('textbox', { name: 'Within' });
    await user.clear(within_);
    await user.type(within_, '2');
    await user.click(screen.getByRole('combobox', { name: 'Period' }));
    await user.click(await screen.findByRole('option', { name: 'Last 7 days', hidden: true }));
    within_.blur();
    await user.click(screen.getByRole('button', { name: 'Run backtest' }));
    expect(await screen.findByRole('progressbar', { name: 'Progress of the backtest' })).toHaveAttribute(
      'aria-valuenow',
      '50',
    );
    expect(window.location.search).toBe(FOUND);
    expect(await screen.findByRole('table', { name: 'Alerts per day' })).toBeInTheDocument();
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      definition: { ...wireRule, within: 'P2D' },
      against: 'structuring',
      from: '2026-11-18T00:00:00.000Z',
      to: '2026-11-25T00:00:00.000Z',
    });
  });

  it.each([
    [
      'en',
      [
        ...[
          'Alerts | 31 | by 21 senders · v3: 22',
          'New | +11 | only in this definition',
          'Lost | −2 | only in v3',
        ],
        'Cases it would open | 24 | v3: 18',
        'At risk | $9,184.50 | v3: $7,020.00',
        'Called suspicious | 44% | 8 of 18 reviewed · v3: 41%',
      ],
    ],
    [
      'es',
      [
        ...[
          'Alertas | 31 | de 21 remitentes · v3: 22',
          'Nuevas | +11 | solo en esta definición',
          'Perdidas | −2 | solo en v3',
        ],
        'Casos que abriría | 24 | v3: 18',
        'En riesgo | $9,184.50 | v3: $7,020.00',
        'Sospechosas | 44% | 8 de 18 revisadas · v3: 41%',
      ],
    ],
  ] as const)('says in %s what it found', async (language, expected) => {
    openCard({ query: FOUND, language });
    await waitFor(() => {
      expect(figures()).toEqual(expected);
    });
  });

  it('lists alerts of one kind at a time, and opens their attempts', async () => {
    const lost = alertOf({ senderName: 'G•• A•••••', transferId: 'b6a1c0de-5c3d-4e2f-8a1b-0c9d8e7f6a5b' });
    const { user } = openCard({
      query: FOUND,
      routes: {
        [READ]: () =>
          json(
            backtestOf({
              result: resultOf({ lost: [{ ...lost, caseId: BACKTEST_ID, outcome: 'suspicious' }] }),
            }),
          ),
        [`${READ}/alerts/${lost.transferId}`]: () =>
          json({
            definition: wireRule,
            uid: 'ana',
            senderName: lost.senderName,
            attempts: [
              {
                transferId: lost.transferId,
                recipient: 'M••• O•••••',
                platform: 'Cash App',
                handle: '$m•••',
                amount: '210.00',
                at: AT,
                refused: 'weekly_limit_exceeded',
                payment: null,
              },
            ],
          }),
      },
    });
    const added = await screen.findByRole('table', { name: 'New' });
    expect(within(added).getByText('H••• L•••••', { selector: 'td' })).toBeVisible();
    expect(within(added).getByText('7 h 5 min')).toBeVisible();
    expect(within(added).getByText('No case then')).toBeVisible();
    await user.click(screen.getByRole('tab', { name: 'Lost 2' }));
    const gone = await screen.findByRole('table', { name: 'Lost' });
    await user.click(within(gone).getByRole('button', { name: 'Open G•• A•••••' }));
    const dialog = await screen.findByRole('dialog', { name: 'Attempts of G•• A•••••' });
    expect(await within(dialog).findByText('$210.00')).toBeVisible();
    expect(within(dialog).getByText('M••• O•••••')).toBeVisible();
    expect(within(dialog).getByRole('link', { name: 'Case C-3d4f2a1b of then' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await user.click(screen.getByRole('tab', { name: 'In both 20' }));
    expect(await screen.findByText('None.')).toBeVisible();
  });

  it('shows ten alerts, and all that are listed when asked', async () => {
    const alerts = Array.from({ length: 12 }, (_, index) => alertOf({ transferId: String(index) }));
    const { user } = openCard({
      query: FOUND,
      routes: {
        [READ]: () => json(backtestOf({ result: resultOf({ new: alerts, newCount: 1_200 }) })),
      },
    });
    const list = await screen.findByRole('table', { name: 'New' });
    expect(within(list).getAllByRole('row')).toHaveLength(11);
    expect(screen.getByText('10 of 1200')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show 12' }));
    expect(within(list).getAllByRole('row')).toHaveLength(13);
  });

  it('is cancelled, and says so', async () => {
    let state: Backtest['state'] = 'running';
    const { user } = openCard({
      query: FOUND,
      routes: {
        [READ]: () => json(backtestOf({ state, progress: 0.2, result: null })),
        [`DELETE /compliance/backtests/${BACKTEST_ID}`]: () => {
          state = 'cancelled';
          return noContent();
        },
      },
    });
    expect(await screen.findByText('Running over Oct 25 to Nov 23…')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('This backtest was cancelled; nothing of it is kept.')).toBeVisible();
  });

  it.each([
    ['en', 'This backtest is gone. Run it again.', 'Run again'],
    ['es', 'Esta prueba ya no existe. Ejecútala de nuevo.', 'Probar de nuevo'],
  ] as const)('that is gone is offered again in %s', async (language, text, button) => {
    const { user } = openCard({ query: '?backtest=e7c0a1b2-3d4e-4f5a-8b6c-7d8e9f0a1b2c', language });
    expect(await screen.findByText(text)).toBeVisible();
    await user.click(await screen.findByRole('button', { name: button }));
    await waitFor(() => {
      expect(figures()).toHaveLength(6);
    });
  });

  it('over nothing says that there were no attempts', async () => {
    openCard({
      query: FOUND,
      routes: { [READ]: () => json(backtestOf({ result: resultOf({ attempts: 0 }) })) },
    });
    expect(await screen.findByText('No attempts in this period')).toBeVisible();
  });

  it('that cannot be read is read again on request', async () => {
    let isOffline = true;
    const { user } = openCard({
      query: FOUND,
      routes: {
        [READ]: () => (isOffline ? refusal(400, 'odd') : json(backtestOf())),
      },
    });
    expect(await screen.findByText('The backtest could not be loaded.')).toBeVisible();
    isOffline = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('table', { name: 'New' })).toBeVisible();
  });

  it('is begun with b, and says why it was not begun', async () => {
    const { user } = openCard({
      routes: { 'POST /compliance/backtests': () => refusal(409, 'backtest_running') },
    });
    await screen.findByRole('button', { name: 'Run backtest' });
    await user.keyboard('b');
    expect(
      await screen.findByText('You already have a backtest running. Wait for it, or cancel it.'),
    ).toBeVisible();
  });

  it('is not begun offline, and says so', async () => {
    const { user } = openCard({ routes: { 'POST /compliance/backtests': noResponse } });
    await user.click(await screen.findByRole('button', { name: 'Run backtest' }));
    expect(await screen.findByText(/^Flip did not respond/)).toBeVisible();
  });

  it('of another definition than the one in the form says so', async () => {
    const { user } = openPage({ query: FOUND });
    await screen.findByRole('table', { name: 'New' });
    const field = screen.getByRole('textbox', { name: 'Within' });
    await user.clear(field);
    await user.type(field, '3');
    expect(screen.getByText('The definition has changed since this backtest.')).toBeVisible();
  });

  it.each([
    ['en', /^Handle, tier and age of the account are missing in some attempts up to Nov 3/],
    ['es', /^A algunos intentos hasta el 3 nov/],
  ] as const)('says in %s up to which day a condition cannot judge', async (language, text) => {
    const definition = { ...wireRule, where: { firstToHandle: true as const } };
    const result = resultOf({ indexedFrom: '2026-11-03' });
    openCard({ query: FOUND, routes: { [READ]: () => json(backtestOf({ definition, result })) }, language });
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('says nothing of it for conditions that every attempt can meet', async () => {
    openCard({
      query: FOUND,
      routes: {
        [READ]: () => json(backtestOf({ result: resultOf({ indexedFrom: '2026-11-03' }) })),
      },
    });
    await screen.findByRole('table', { name: 'New' });
    expect(screen.queryByText(/^Handle, tier and age/)).toBeNull();
  });
});

describe('the period of a backtest', () => {
  it('begins with the draft, when it is chosen', async () => {
    const { user, calls } = openCard({ shown: drafted });
    await user.click(await screen.findByRole('combobox', { name: 'Period' }));
    await user.click(await screen.findByRole('option', { name: 'Since it was drafted', hidden: true }));
    await user.click(screen.getByRole('button', { name: 'Run backtest' }));
    await screen.findByRole('table', { name: 'New' });
    expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ from: AT });
  });

  it.each([
    ['First day (UTC)', '', 'Enter a day.'],
    ['First day (UTC)', '2026-11-26', 'Enter a day that has begun.'],
    ['Last day (UTC)', '2026-10-01', 'Enter a day not before the first.'],
    ['First day (UTC)', '2020-01-01', 'Enter at most five years.'],
  ])('is refused with %s %s', async (label, day, problem) => {
    const { user, sent } = openCard();
    await user.click(await screen.findByRole('combobox', { name: 'Period' }));
    await user.click(await screen.findByRole('option', { name: 'Own dates', hidden: true }));
    fireEvent.change(screen.getByLabelText(label), { target: { value: day } });
    await user.click(screen.getByRole('button', { name: 'Run backtest' }));
    expect(await screen.findByText(problem)).toBeVisible();
    expect(sent('POST /compliance/backtests')).toHaveLength(0);
  });

  it('includes its last day', async () => {
    const { user, calls } = openCard();
    await user.click(await screen.findByRole('combobox', { name: 'Period' }));
    await user.click(await screen.findByRole('option', { name: 'Own dates', hidden: true }));
    fireEvent.change(screen.getByLabelText('First day (UTC)'), { target: { value: '2026-11-01' } });
    fireEvent.change(screen.getByLabelText('Last day (UTC)'), { target: { value: '2026-11-02' } });
    await user.click(screen.getByRole('button', { name: 'Run backtest' }));
    await screen.findByRole('table', { name: 'New' });
    expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
      from: '2026-11-01T00:00:00.000Z',
      to: '2026-11-03T00:00:00.000Z',
    });
  });
});
