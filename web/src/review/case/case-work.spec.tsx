import { act, screen, waitFor, within } from '@testing-library/react';
import {
  caseCounts,
  found,
  openCase,
  proposal,
  proposed,
  proposedStep,
} from '../../../../test/web/case-page';
import { ana, json, noContent } from '../../../../test/web/rendered-app';

describe('a reason that was typed while a colleague was faster', () => {
  it('stays with its outcome, says what the colleague did, and becomes a note', async () => {
    let isProposed = false;
    const added = { type: 'OutcomeProposed', by: 'robin', at: proposedStep.at };
    const { user, sent } = openCase({
      'GET /compliance/cases/case-one': () =>
        json(isProposed ? { ...proposed, steps: [proposedStep] } : found),
      'POST /compliance/cases/case-one/propose': () => {
        isProposed = true;
        return json({ code: 'case_changed', detail: 'Este caso cambió.', changes: [added] }, 409);
      },
      'POST /compliance/cases/case-one/notes': () => noContent(),
    });
    await user.click(await screen.findByRole('radio', { name: /^Sospechoso/ }));
    await user.type(screen.getByRole('textbox', { name: 'Nota' }), 'Cinco intentos.');
    await user.click(screen.getByRole('button', { name: 'Proponer el resultado' }));
    const mine = await screen.findByRole('alert', { name: /Robin Lindqvist propuso «Sospechoso»/ });
    expect(mine).toHaveFocus();
    expect(mine).toHaveTextContent('Cinco intentos.');
    expect(mine).toHaveTextContent('Tu texto, para');
    expect(within(mine).getByRole('list', { name: 'Qué cambió' })).toHaveTextContent('Robin Lindqvist');
    // Nothing is in force yet.
    expect(screen.getByText('Pausará los envíos cuando un supervisor lo apruebe.')).toBeVisible();
    await user.click(within(mine).getByRole('button', { name: 'Agregar como nota' }));
    await waitFor(() => {
      expect(mine).not.toBeInTheDocument();
    });
    expect(sent('POST /compliance/cases/case-one/notes')[0]?.body).toEqual({ text: 'Cinco intentos.' });
  });
});

it('whose answer was lost reads as done once the case has it, and takes the focus', async () => {
  let isRecorded = false;
  const mine = { ...proposal, by: ana.uid, reason: 'Cinco intentos.', pause: false };
  const { user } = openCase({
    'GET /compliance/cases/case-one': () => json(isRecorded ? { ...proposed, proposal: mine } : found),
    'POST /compliance/cases/case-one/propose': () => {
      isRecorded = true;
      return json({ code: 'unavailable', detail: 'Inténtalo de nuevo.' }, 503);
    },
  });
  await user.click(await screen.findByRole('radio', { name: /^Sospechoso/ }));
  await user.type(screen.getByRole('textbox', { name: 'Nota' }), 'Cinco intentos.');
  await user.click(screen.getByRole('button', { name: 'Proponer el resultado' }));
  const card = await screen.findByRole('region', { name: 'Resultado propuesto' });
  await waitFor(() => {
    expect(card).toContainElement(document.activeElement as HTMLElement);
  });
  expect(screen.queryByRole('alert')).toBeNull();
});

describe('the keys of a case', () => {
  const next = { ...found, id: 'case-two', number: 'C-case-t', senderName: 'A…' };

  it('choose an outcome, ask for what is missing and send it', async () => {
    const { user, sent } = openCase({ 'POST /compliance/cases/case-one/review': () => noContent() });
    await screen.findByRole('button', { name: 'Cerrar el caso' });
    await user.keyboard('p');
    expect(screen.getByText('Elige un resultado.')).toBeVisible();
    await user.keyboard('3p');
    const note = screen.getByRole('textbox', { name: 'Nota' });
    expect(note).toHaveFocus();
    await user.keyboard('Datos mal, p. 1');
    expect(note).toHaveValue('Datos mal, p. 1');
    act(() => {
      note.blur();
    });
    await user.keyboard('p');
    await waitFor(() => {
      expect(sent('POST /compliance/cases/case-one/review')[0]?.body).toEqual({
        outcome: 'false_match',
        note: 'Datos mal, p. 1',
      });
    });
  });

  it.each([
    ['c', () => screen.getByRole('textbox', { name: 'Nota nueva' })],
    ['a', () => screen.getByRole('combobox', { name: 'Asignado a' })],
  ])('%s gives the focus to its field', async (key, field) => {
    const { user } = openCase();
    await screen.findByRole('button', { name: 'Cerrar el caso' });
    await user.keyboard(key);
    expect(field()).toHaveFocus();
    expect(field()).not.toHaveDisplayValue(key);
  });

  it('s snoozes, and j opens the next case', async () => {
    const { user } = openCase({
      'GET /compliance/cases': () => json({ items: [found, next], nextCursor: null, cut: false }),
      'GET /compliance/case-counts': () => json({ ...caseCounts, open: 2 }),
    });
    expect(await screen.findByText(/^Caso 1 de 2/)).toBeVisible();
    await user.keyboard('s');
    const dialog = await screen.findByRole('dialog');
    await user.keyboard('j');
    expect(window.location.pathname).toBe('/compliance/cases/case-one');
    await user.click(within(dialog).getByRole('button', { name: 'Volver' }));
    await waitFor(() => {
      expect(dialog).not.toBeInTheDocument();
    });
    await user.keyboard('j');
    await waitFor(() => {
      expect(window.location.pathname).toBe('/compliance/cases/case-two');
    });
  });
});

describe('what is masked on a case', () => {
  it('is shown by one press, with the case as the reason that is recorded', async () => {
    const { user, sent } = openCase({ 'POST /compliance/reveal': () => json({ value: 'Ana Duarte' }) });
    await user.click(await screen.findByRole('button', { name: 'Mostrar: Nombre' }));
    expect(await screen.findByText('Ana Duarte')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent('POST /compliance/reveal').map(({ body }) => body)).toEqual([
      { subject: found.uid, field: 'name', reason: 'case:case-one' },
    ]);
  });
});
