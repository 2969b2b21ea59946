import { screen, waitFor, within } from '@testing-library/react';
import type { CaseDetail, CasePayment, CaseStep } from '@kernel/staff/compliance';
import { detected, found, openCase, proposal, proposed, proposedStep } from '../../../../test/web/case-page';
import { ana, json, noContent, refusal, renderApp } from '../../../../test/web/rendered-app';

const T1 = '2d9d3f6a-52e4-5f0e-8a38-0d0f3f6f1c03';
const free: CasePayment = { status: 'processing', canHold: true, hold: null, isHeldByOthers: false };
const held: CasePayment = {
  status: 'processing',
  canHold: false,
  isHeldByOthers: true,
  hold: {
    by: 'lead',
    name: 'Lea Marsh',
    note: 'Esperamos al banco.',
    at: '2026-11-20T13:00:00.000Z',
    endsAt: '2026-11-25T13:00:00.000Z',
  },
};
const withPayment = (payment: CasePayment, changes: Partial<CaseDetail> = {}): CaseDetail => ({
  ...found,
  action: 'hold',
  attempts: [
    {
      transferId: T1,
      recipient: 'M•••• O••••',
      platform: 'Venmo',
      handle: '@m••••',
      amount: '20.00',
      at: '2026-11-20T12:00:00.000Z',
      refused: null,
      payment,
    },
  ],
  ...changes,
});
const asLead = {
  'GET /me': () => json({ ...ana, roles: ['sender', 'lead'], hasSecondFactor: true, locale: 'es' }),
};
const HOLD = 'Retener el pago: $20.00, M•••• O••••';

describe('the payments of a case in Spanish', () => {
  it('are held by a lead with a reason, and then show who holds them and until when', async () => {
    let sent: unknown = null;
    const { user } = openCase({
      ...asLead,
      'GET /compliance/cases/case-one': () => json(withPayment(sent === null ? free : held)),
      'POST /compliance/cases/case-one/hold': (request) => {
        sent = request.body;
        return noContent();
      },
    });
    const button = await screen.findByRole('button', { name: HOLD });
    await user.click(button);
    const dialog = await screen.findByRole('dialog', { name: '¿Retener el pago de $20.00?' });
    await user.click(within(dialog).getByRole('button', { name: 'Retener el pago' }));
    expect(within(dialog).getByText('Escribe el motivo.')).toBeVisible();
    expect(within(dialog).getByRole('textbox', { name: 'Motivo' })).toHaveFocus();
    expect(sent).toBeNull();
    await user.type(within(dialog).getByRole('textbox', { name: 'Motivo' }), ' Esperamos al banco. ');
    await user.click(within(dialog).getByRole('button', { name: 'Retener el pago' }));
    expect(
      await screen.findByText(/Lo retuvo Lea Marsh el .*· se devuelve el .*si nadie lo libera/),
    ).toBeVisible();
    expect(screen.getByText('Esperamos al banco.')).toBeVisible();
    expect(screen.getByText('Otro caso también lo retiene.')).toBeVisible();
    expect(sent).toEqual({ transferId: T1, note: 'Esperamos al banco.' });
    // The button that opened the dialog now releases, and has the focus again.
    await waitFor(() => {
      expect(screen.getByRole('button', { name: 'Liberar: $20.00, M•••• O••••' })).toHaveFocus();
    });
    expect(screen.getByText(/Se abre un caso y sus transferencias se retienen/)).toBeVisible();
  });

  it('that can no longer be held show the exact reason and their new state', async () => {
    let isSent = false;
    const { user } = openCase({
      ...asLead,
      'GET /compliance/cases/case-one': () =>
        json(withPayment(isSent ? { ...free, status: 'sent', canHold: false } : free)),
      'POST /compliance/cases/case-one/hold': () => {
        isSent = true;
        return refusal(409, 'payout_submitted', { at: '2026-11-20T14:05:11.000Z' });
      },
    });
    await user.click(await screen.findByRole('button', { name: HOLD }));
    await user.type(await screen.findByRole('textbox', { name: 'Motivo' }), 'Esperamos al banco.');
    await user.click(screen.getByRole('button', { name: 'Retener el pago' }));
    expect(
      await screen.findByText(
        /^El pago ya no se puede retener: se envió a la plataforma. Hora del envío: \d/,
      ),
    ).toBeVisible();
  });

  it('are shown to an analyst without buttons', async () => {
    openCase({ 'GET /compliance/cases/case-one': () => json(withPayment(free)) });
    expect(await screen.findByText('Ninguna')).toBeVisible();
    expect(screen.queryByRole('button', { name: HOLD })).toBeNull();
  });

  it('of a closed case can still be released', async () => {
    const closed = { reviewed: true, outcome: 'suspicious', note: 'Visto' } as const;
    openCase({
      ...asLead,
      'GET /compliance/cases/case-one': () => json(withPayment(held, closed)),
    });
    expect(await screen.findByRole('button', { name: /^Liberar/ })).toBeVisible();
  });
});

describe('a case in Spanish', () => {
  it('shows the other cases of the sender with how they ended', async () => {
    openCase();
    const others = await screen.findByRole('region', { name: 'Otros casos de este remitente' });
    expect(
      within(others)
        .getAllByRole('row')
        .map(({ textContent }) => textContent)
        .slice(1),
    ).toEqual([
      expect.stringMatching(/^C-case-t.*Frecuencia.*\$40\.00abierto$/),
      expect.stringMatching(/^C-case-t.*Fraccionamiento.*\$40\.00Sin indicios$/),
    ]);
  });

  it('says in one sentence what the rule found and what it looks for, and shows it in a picture', async () => {
    const times = ['12:00', '12:20', '12:41'];
    const attempts = times.map((time, index) => ({
      transferId: `t-${index}`,
      recipient: 'M•••• O••••',
      platform: 'Venmo',
      handle: '@m••••',
      amount: '20.00',
      at: `2026-11-20T${time}:00.000Z`,
      payment: null,
      refused: index === 2 ? ('weekly_limit_exceeded' as const) : null,
    }));
    openCase({ 'GET /compliance/cases/case-one': () => json({ ...found, txCount: 3, attempts }) });
    const why = await screen.findByRole('region', { name: 'Por qué se activó' });
    expect(why).toHaveTextContent(
      '3 intentos en 41 min: 2 × $20.00 aceptado y $20.00 rechazado (límite semanal).',
    );
    expect(why).toHaveTextContent('Frecuencia v1 3 intentos o más en 1 hora, aceptados o rechazados.');
    const picture = within(why).getByRole('img');
    expect(picture).toHaveAccessibleName(/^Intentos en el tiempo\. 20 nov.*: \$20\.00 aceptado; .*rechazado/);
    expect(picture.querySelectorAll('circle')).toHaveLength(3);
  });

  it('lists equal refused attempts in one row, which opens to each of them', async () => {
    const refused = (minute: number) => ({
      transferId: `t-${minute}`,
      recipient: 'M•••• O••••',
      platform: 'Venmo',
      handle: '@m••••',
      amount: '230.00',
      at: `2026-11-20T12:${minute}:00.000Z`,
      payment: null,
      refused: 'weekly_limit_exceeded' as const,
    });
    const { user } = openCase({
      'GET /compliance/cases/case-one': () =>
        json({ ...found, txCount: 3, attempts: [refused(10), refused(11), refused(12)] }),
    });
    const table = await screen.findByRole('group', { name: 'Transferencias relacionadas' });
    expect(within(table).getAllByRole('row')).toHaveLength(2);
    await user.click(within(table).getByRole('button', { name: '3 intentos iguales' }));
    expect(within(table).getAllByRole('row')).toHaveLength(5);
    expect(screen.getByRole('img').querySelectorAll('line[stroke-width="14"]')).toHaveLength(1);
  });

  it('shows what was known then to read only, and leads back to now', async () => {
    const asked: string[] = [];
    const { user } = openCase({
      'GET /compliance/cases/case-one': (request) => {
        asked.push(request.path);
        return json({ ...found, steps: [proposedStep] });
      },
    });
    await user.click(await screen.findByRole('link', { name: 'Lo que se sabía entonces' }));
    expect(await screen.findByText(/^Ves el caso como estaba/)).toBeVisible();
    expect(asked.at(-1)).toMatch(/\?at=0000000000000041$/);
    for (const name of ['Cerrar el caso', 'Asignármelo', 'Posponer', 'Agregar nota'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.queryByRole('radio')).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Mostrarlo como está ahora' }));
    expect(await screen.findByRole('button', { name: 'Cerrar el caso' })).toBeVisible();
  });

  it('lists who else sent to the same handle, and says when it has not read everything', async () => {
    const sender = {
      uid: 'ivy',
      senderName: 'I•••• S••••',
      attempts: 3,
      sent: '215.00',
      firstAt: '2026-11-18T12:00:00.000Z',
      lastAt: '2026-11-19T12:00:00.000Z',
      cases: [{ id: 'case-four', reviewed: false, ruleId: 'velocity', outcome: null, ...detected }],
    };
    openCase({
      'GET /compliance/cases/case-one/same-handle': () => json({ items: [sender], cut: true }),
    });
    const card = await screen.findByRole('region', { name: 'Mismo usuario en la plataforma' });
    expect(
      await within(card).findByRole('row', { name: /^I•••• S••••.*3 \$215\.00 C-case-fou abierto$/ }),
    ).toBeVisible();
    expect(within(card).getByText(/^No se muestran todos/)).toBeVisible();
  });

  it('is given to a colleague by name', async () => {
    const { user, sent } = openCase({
      'GET /compliance/case-assignees': () =>
        json({
          items: [
            { uid: ana.uid, name: 'Ana Torres' },
            { uid: 'irene', name: 'Irene Vogel' },
            { uid: found.uid, name: 'Carla Beck' },
          ],
        }),
      'POST /compliance/cases/case-one/assign': () => noContent(),
    });
    await user.click(await screen.findByRole('combobox', { name: 'Asignado a' }));
    await screen.findByRole('option', { name: 'Irene Vogel', hidden: true });
    expect(screen.getAllByRole('option', { hidden: true }).map(({ textContent }) => textContent)).toEqual([
      ...['Nadie', 'Tú', 'Irene Vogel'],
    ]);
    await user.click(screen.getByRole('option', { name: 'Irene Vogel', hidden: true }));
    await waitFor(() => {
      expect(sent('POST /compliance/cases/case-one/assign')[0]?.body).toEqual({ assignee: 'irene' });
    });
  });

  it('does not open for an operator, who works at the payout desk', async () => {
    const asOperator = {
      'GET /me': () => json({ ...ana, roles: ['sender', 'operator'], hasSecondFactor: true, locale: 'es' }),
    } as const;
    // The frame of the staff's screens decides.
    openCase(asOperator, renderApp);
    expect(await screen.findByRole('heading', { name: 'Mesa de pagos' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Reproducir el historial' })).toBeNull();
  });

  it('offers no review to somebody who may not close cases', async () => {
    openCase({
      'GET /me': () => json({ ...ana, roles: ['sender', 'auditor'], hasSecondFactor: true, locale: 'es' }),
    });
    expect(await screen.findByText('Los analistas y los supervisores cierran los casos.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Cerrar el caso' })).toBeNull();
  });

  it('leads to the replays of its sender and its transfers, with the case as the reason', async () => {
    const { sent } = openCase({ 'GET /compliance/cases/case-one': () => json(withPayment(free)) });
    const history = await screen.findByRole('link', { name: 'Reproducir el historial' });
    expect(history).toHaveAttribute('href', '/compliance/replay/senders/sender-uid?reason=case%3Acase-one');
    expect(screen.getAllByRole('link', { name: T1.slice(0, 8) })[0]).toHaveAttribute(
      'href',
      `/compliance/replay/transfers/${T1}?reason=case%3Acase-one`,
    );
    // Nothing is read, and so recorded, before one of them is opened.
    expect(sent('GET /compliance/senders/sender-uid/replay')).toEqual([]);
  });

  it('can be closed only with a chosen outcome, then shows who closed it and moves the focus there', async () => {
    const closed: CaseDetail = {
      ...found,
      reviewed: true,
      outcome: 'cleared',
      note: 'Todo al mismo usuario.',
      reviewedBy: 'c68a4c45-0000',
      reviewerName: 'Robin Lindqvist',
      reviewedAt: '2026-11-21T12:00:00.000Z',
    };
    let sent: unknown = null;
    const { user } = openCase({
      'GET /compliance/cases/case-one': () => json(sent === null ? found : closed),
      'POST /compliance/cases/case-one/review': (request) => {
        sent = request.body;
        return noContent();
      },
    });
    await user.type(await screen.findByRole('textbox', { name: 'Nota' }), 'Todo al mismo usuario.');
    await user.click(screen.getByRole('button', { name: 'Cerrar el caso' }));
    expect(screen.getByText('Elige un resultado.')).toBeVisible();
    expect(screen.getAllByRole('radio')[0]).toHaveFocus();
    expect(sent).toBeNull();
    await user.click(screen.getByRole('radio', { name: /^Sin indicios/ }));
    await user.click(screen.getByRole('button', { name: 'Cerrar el caso' }));
    const decision = (await screen.findByText(/Robin Lindqvist/)).parentElement;
    expect(decision).toHaveFocus();
    expect(decision).toHaveTextContent('Todo al mismo usuario.');
    expect(sent).toEqual({ outcome: 'cleared', note: 'Todo al mismo usuario.' });
  });
});

describe('an outcome that needs a second person', () => {
  it('is proposed with what was seen, and a refusal shows what others have changed', async () => {
    const sent: unknown[] = [];
    const added = { type: 'AlertTransactionsAdded', by: null, at: '2026-11-21T13:00:00.000Z' };
    // In the same millisecond.
    const noted = ['robin', 'lea'].map((by): CaseStep => ({
      ...proposedStep,
      type: 'NoteAdded',
      at: added.at,
      by,
      name: `${by} at work`,
      outcome: null,
    }));
    const changes = [added, { type: 'NoteAdded', by: 'lea', at: added.at }];
    const { user } = openCase({
      'GET /compliance/cases/case-one': () =>
        json(sent.length === 0 ? found : { ...found, position: '0000000000000099', steps: noted }),
      'POST /compliance/cases/case-one/propose': (request) => {
        sent.push(request.body);
        if (sent.length > 1) return noContent();
        return json({ code: 'case_changed', detail: 'Este caso cambió.', changes }, 409);
      },
    });
    await user.click(await screen.findByRole('radio', { name: /^Sospechoso/ }));
    await user.click(screen.getByRole('checkbox', { name: 'Pausar también los envíos de este remitente' }));
    await user.type(screen.getByRole('textbox', { name: 'Nota' }), 'Todo al mismo usuario.');
    await user.click(screen.getByRole('button', { name: 'Proponer el resultado' }));
    const news = await screen.findByRole('list', { name: 'Qué cambió' });
    expect(news).toHaveTextContent('Se sumó una alerta nueva');
    await waitFor(() => {
      expect(news).toHaveTextContent('lea at work');
    });
    await user.click(screen.getByRole('button', { name: 'Proponer el resultado' }));
    const body = { outcome: 'suspicious', reason: 'Todo al mismo usuario.', pause: true };
    await waitFor(() => {
      expect(sent).toEqual([
        { ...body, seen: '0000000000000042' },
        { ...body, seen: '0000000000000099' },
      ]);
    });
  });

  it('is approved by a lead, or returned with a reason', async () => {
    const { user, sent } = openCase({
      ...asLead,
      'GET /compliance/cases/case-one': () => json(proposed),
      'POST /compliance/cases/case-one/approve': () => noContent(),
      'POST /compliance/cases/case-one/return': () => noContent(),
    });
    await user.click(await screen.findByRole('button', { name: 'Aprobar' }));
    await waitFor(() => {
      expect(sent('POST /compliance/cases/case-one/approve')[0]?.body).toEqual({ seen: found.position });
    });
    await user.click(screen.getByRole('button', { name: 'Devolver' }));
    const dialog = await screen.findByRole('dialog', { name: '¿Devolver esta propuesta?' });
    await user.click(within(dialog).getByRole('button', { name: 'Devolver' }));
    expect(within(dialog).getByText('Escribe el motivo.')).toBeVisible();
    await user.type(within(dialog).getByRole('textbox', { name: 'Motivo' }), 'Compara las fechas.');
    await user.click(within(dialog).getByRole('button', { name: 'Devolver' }));
    await waitFor(() => {
      expect(sent('POST /compliance/cases/case-one/return')[0]?.body).toEqual({
        reason: 'Compara las fechas.',
      });
    });
  });

  it('cannot be approved by the lead who proposed it', async () => {
    openCase({
      ...asLead,
      'GET /compliance/cases/case-one': () => json({ ...proposed, proposal: { ...proposal, by: ana.uid } }),
    });
    expect(await screen.findByText(/^Lo propusiste tú\./)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Aprobar' })).toBeNull();
  });
});
