import { screen, waitFor, within } from '@testing-library/react';
import type { Replay, ReplayStep } from '@kernel/staff/replay';
import { enterText } from '../../../../test/web/enter-text';
import { ana, json, refusal, renderApp, renderPart, unload } from '../../../../test/web/rendered-app';
import { ReplayState } from './replay-state';

const ID = '78ac0913-52e4-4f0e-8a38-0d0f3f6f1c03';
const CASE = '5a7c1f0e-3b2d-4c4e-9f60-718293a4b5c6';

const eventOf = (type: string, stream: string, at: number): ReplayStep['event'] => ({
  type,
  id: `e-${String(at)}`,
  stream,
  revision: String(at),
  position: `000000018754${String(at)}`,
  at: `2026-11-20T12:00:0${String(at)}.000Z`,
  actor: { kind: 'sender', id: '10701070-0000' },
  correlationId: 'c-1',
  data: { recipient: 'L•••• M••••' },
});
const sender = {
  account: 'registered',
  emailConfirmed: 'yes',
  roles: 'sender, analyst',
  verification: 'unverified',
  verificationStatus: 'needs_review',
  used: '1230.00',
  remaining: null,
  sending: 'active',
  lastRefusal: 'per_transfer_limit_exceeded',
  displayName: 'yes',
  locale: 'en',
  emailOptIn: 'no',
};
const transfer = {
  status: 'sent',
  reason: null,
  amount: '205.00',
  total: '216.45',
  payment: 'captured',
  captured: '216.45',
  refunded: '0.00',
  dispute: 'open',
  payoutReference: 'AP-1',
  hold: null,
};
const replay: Replay = {
  uid: 'carl',
  displayName: 'C•••• B••••',
  transfer: {
    id: ID,
    amount: '205.00',
    platform: 'Apple Pay',
    recipient: 'L•••• M••••',
    status: 'refunding',
  },
  reason: `case:${CASE}`,
  recordedAt: '2026-11-24T10:31:00.000Z',
  eventStoreUi: 'https://log.flip.example',
  steps: [
    {
      event: eventOf('TransferRequested', 'sender-carl', 0),
      transfer: { id: ID, state: { ...transfer, status: 'processing' }, change: [] },
      state: sender,
      change: [{ field: 'used', before: '1025.00', after: '1230.00' }],
    },
    {
      event: eventOf('PayoutFailed', `transfer-${ID}`, 1),
      transfer: {
        id: ID,
        state: { ...transfer, reason: 'blocked' },
        change: [{ field: 'reason', before: null, after: 'blocked' }],
      },
      state: sender,
      change: [],
    },
    { event: eventOf('SomethingNew', 'case-one', 2), transfer: null, state: sender, change: [] },
  ],
  count: 3,
  nextCursor: null,
};

const PATH = `GET /compliance/transfers/${ID}/replay`;

function openReplay(
  address = `?reason=case:${CASE}`,
  routes: Parameters<typeof renderApp>[1] = {},
  locale = 'es',
) {
  localStorage.setItem('language', locale);
  return renderApp(`/compliance/replay/transfers/${ID}${address}`, {
    'GET /me': () =>
      json({ ...ana, roles: ['sender', 'analyst'], locale: locale as 'es', hasSecondFactor: true }),
    [PATH]: () => json(replay),
    ...routes,
  });
}

const openEvents = async () => {
  const list = await screen.findByRole('region', { name: /^Event(o)?s$/ });
  return within(list).getAllByRole('button');
};
/** The value next to a field, in the first table that has it. */
async function valueOf(field: string): Promise<string | null | undefined> {
  const [header] = await screen.findAllByRole('rowheader', { name: field });
  return header?.closest('tr')?.querySelector('td')?.textContent;
}

describe('the replay of a transfer in Spanish', () => {
  it('names the transfer, the reason and when it was recorded', async () => {
    openReplay();
    expect(await screen.findByRole('heading', { level: 1, name: 'Transferencia 78ac0913' })).toBeVisible();
    expect(screen.getByText('$205.00 por Apple Pay, de C•••• B•••• a L•••• M••••')).toBeVisible();
    expect(screen.getByText(/^Solo lectura\. Motivo: caso C-5a7c1f0e, registrado el 24 nov/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'C-5a7c1f0e' })).toHaveAttribute(
      'href',
      `/compliance/cases/${CASE}`,
    );
  });

  it('is a part of the queue when a case led here, otherwise of the search', async () => {
    const current = () =>
      screen
        .getAllByRole('link')
        .filter((link) => link.closest('.side-nav') && link.hasAttribute('aria-current'));
    openReplay();
    await screen.findByRole('heading', { level: 1, name: 'Transferencia 78ac0913' });
    expect(current().map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Cola de casos'),
    ]);
    await unload();
    const reason = 'support:P-1';
    openReplay(`?reason=${reason}`, { [PATH]: () => json({ ...replay, reason }) });
    await screen.findByRole('heading', { level: 1, name: 'Transferencia 78ac0913' });
    expect(current().map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Buscar')]);
    const way = within(screen.getByRole('navigation', { name: 'Estás aquí' }));
    expect(way.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Buscar']);
  });

  it('lists every event in words with its technical name, and begins at the last one', async () => {
    openReplay();
    const events = await openEvents();
    expect(events.map((event) => event.textContent)).toEqual([
      expect.stringContaining('Transferencia solicitadaTransferRequested'),
      expect.stringContaining('El pago fallóPayoutFailed'),
      expect.stringContaining('SomethingNew'),
    ]);
    expect(events[2]).toHaveAttribute('aria-current', 'step');
    expect(screen.getByText('Evento 3 de 3')).toBeVisible();
  });

  it('moves with arrow keys, Home and End in the list, and with h and l anywhere', async () => {
    const { user } = openReplay();
    const [first, second, third] = await openEvents();
    if (third) await user.click(third);
    await user.keyboard('{ArrowUp}');
    expect(second).toHaveFocus();
    expect(second).toHaveAttribute('aria-current', 'step');
    await user.keyboard('{Home}');
    expect(first).toHaveFocus();
    await user.keyboard('{End}');
    expect(third).toHaveFocus();
    await user.keyboard('hh');
    expect(screen.getByText('Evento 1 de 3')).toBeVisible();
    await user.keyboard('l');
    expect(screen.getByText('Evento 2 de 3')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Evento anterior' }));
    expect(screen.getByText('Evento 1 de 3')).toBeVisible();
  });

  it('shows the transfer above its sender, what changed first, in words', async () => {
    const { user } = openReplay();
    const [, failed] = await openEvents();
    if (failed) await user.click(failed);
    const rows = screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
    expect(rows.slice(0, 3)).toEqual(['± Motivo', 'Estado', 'Monto']);
    expect(rows.indexOf('Total')).toBeLessThan(rows.indexOf('Cuenta'));
    expect(await valueOf('Motivo')).toContain('Cuenta bloqueada');
    expect(await valueOf('Estado')).toBe('Enviada');
    expect(await valueOf('Disputa')).toBe('abierta');
    expect(await valueOf('Retención')).toBe('ninguna');
    expect(await valueOf('Cobrado')).toBe('$216.45');
  });

  it('shows only what changed when asked', async () => {
    const { user } = openReplay();
    const [first] = await openEvents();
    if (first) await user.click(first);
    await user.click(screen.getByRole('checkbox', { name: 'Solo lo que cambió' }));
    expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
      '± Usado esta semana',
    ]);
    await user.click(screen.getByRole('button', { name: /SomethingNew/ }));
    expect(screen.getByText('Este evento no cambia ninguno de estos valores.')).toBeVisible();
  });

  it('shows a sender in localized texts and amounts', async () => {
    openReplay();
    expect(await valueOf('Cuenta')).toBe('Registrada');
    expect(await valueOf('Correo confirmado')).toBe('sí');
    expect(await valueOf('Verificación')).toBe('Sin verificar');
    expect(await valueOf('Estado de la verificación')).toBe('Por revisar');
    expect(await valueOf('Roles')).toBe('Remitente, Analista');
    expect(await valueOf('Usado esta semana')).toBe('$1,230.00');
    expect(await valueOf('Disponible')).toBe('sin límite semanal');
    expect(await valueOf('Envíos')).toBe('Activos');
    expect(await valueOf('Idioma')).toBe('inglés');
    expect(await valueOf('Correos importantes')).toBe('no');
    expect(await valueOf('Último rechazo')).toBe('límite por transferencia');
    // What a person typed is not a word of the page.
    expect(await valueOf('Nombre para mostrar')).toBe('yes');
    expect(screen.getByText(/por Remitente 10701070$/)).toBeVisible();
    // A field that nothing recorded tells is not shown.
    expect(screen.queryByRole('rowheader', { name: 'Nota de la última transferencia' })).toBeNull();
  });

  it.each([
    ['every event', true, 'Before this event, because time passed'],
    [
      'the events of one transfer',
      false,
      'Before this event, because time passed or by an event that is not listed',
    ],
  ])('says among %s what may have changed a value before', async (_, isWhole, cause) => {
    localStorage.setItem('language', 'en');
    const [{ event, state }] = replay.steps as [ReplayStep];
    const step: ReplayStep = {
      event,
      transfer: null,
      state,
      change: [{ field: 'used', before: '1025.00', after: '1230.00', isEarlier: true }],
    };
    const done = () => undefined;
    const look = { changedOnly: false, onChangedOnly: done, rawOpen: false, onRawOpen: done };
    renderPart({
      part: <ReplayState {...{ step, isWhole, ...look }} number={1} eventStoreUi={null} />,
      texts: ['compliance'],
    });
    // On a phone, and next to the change.
    expect(await screen.findAllByText(cause)).toHaveLength(2);
  });

  it('leads to each event in the event store, when that has pages', async () => {
    const { user } = openReplay();
    const [, failed] = await openEvents();
    if (failed) await user.click(failed);
    await user.click(screen.getByText('JSON sin formato', { selector: 'summary' }));
    expect(screen.getByRole('link', { name: 'Almacén de eventos' })).toHaveAttribute(
      'href',
      `https://log.flip.example/web/index.html#/streams/transfer-${ID}/1`,
    );
  });
});

describe('a long history', () => {
  const [first, ...last] = replay.steps;
  const inPages = ({ path }: { readonly path: string }) =>
    path.includes('cursor=older')
      ? json({ ...replay, steps: [first] })
      : json({ ...replay, steps: last, nextCursor: 'older' });

  it('loads earlier events once its first one is reached, and stays where it is', async () => {
    const { user, sent } = openReplay(undefined, { [PATH]: inPages }, 'en');
    expect(await openEvents()).toHaveLength(2);
    expect(screen.getByText('Event 3 of 3')).toBeVisible();
    expect(screen.getByText('The last 2 of 3 events are loaded')).toBeVisible();
    await user.keyboard('h');
    await screen.findByRole('button', { name: /TransferRequested/ });
    expect(await openEvents()).toHaveLength(3);
    expect(screen.getByText('Event 2 of 3')).toBeVisible();
    expect(screen.queryByText(/are loaded/)).toBeNull();
    await user.keyboard('h');
    expect(screen.getByText('Event 1 of 3')).toBeVisible();
    expect(sent(PATH)).toHaveLength(2);
  });

  it('can load them again after a failure', async () => {
    const { user, respond, sent } = openReplay(undefined, { [PATH]: inPages }, 'en');
    await screen.findByText('Event 3 of 3');
    respond({ [PATH]: () => refusal(503, 'service_unavailable') });
    await user.click(screen.getByRole('button', { name: 'Load earlier events' }));
    expect(await screen.findByText('The history did not load')).toBeVisible();
    expect(await openEvents()).toHaveLength(2);
    respond({ [PATH]: inPages });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByRole('button', { name: /TransferRequested/ });
    // The first page is one recorded access.
    expect(sent(PATH).filter(({ path }) => !path.includes('cursor='))).toHaveLength(1);
  });
});

describe('a replay without a reason', () => {
  it('asks for one before anything is read', async () => {
    const { user, sent } = openReplay('');
    await user.click(await screen.findByRole('button', { name: 'Continuar' }));
    expect(screen.getByText(/^Ingresa una referencia/)).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Referencia' })).toHaveFocus();
    await enterText(user, screen.getByRole('textbox', { name: 'Referencia' }), 'two words');
    await user.click(screen.getByRole('button', { name: 'Continuar' }));
    expect(screen.getByText(/^Ingresa una referencia/)).toBeVisible();
    expect(sent(PATH)).toEqual([]);
    await user.clear(screen.getByRole('textbox', { name: 'Referencia' }));
    await enterText(user, screen.getByRole('textbox', { name: 'Referencia' }), 'S-1182');
    await user.click(screen.getByRole('button', { name: 'Continuar' }));
    await waitFor(() => {
      expect(screen.getByRole('slider', { name: 'Evento del historial' })).toHaveFocus();
    });
    expect(sent(PATH).map(({ path }) => path)).toEqual([expect.stringContaining('?reason=support%3AS-1182')]);
  });

  it('says what to check when there is nothing to show, and asks for another reason', async () => {
    const { user } = openReplay(undefined, { [PATH]: () => refusal(404, 'not_found') }, 'en');
    expect(await screen.findByText('There is no history to show.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Use another reason' }));
    expect(await screen.findByRole('textbox', { name: 'Reference' })).toBeVisible();
  });

  it('can be tried again after a failure', async () => {
    const { user, respond } = openReplay(
      undefined,
      { [PATH]: () => refusal(503, 'service_unavailable') },
      'en',
    );
    expect(await screen.findByText('The history did not load')).toBeVisible();
    respond({ [PATH]: () => json(replay) });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Transfer 78ac0913' })).toBeVisible();
  });
});
