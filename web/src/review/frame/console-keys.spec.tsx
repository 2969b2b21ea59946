import { screen, waitFor, within } from '@testing-library/react';
import { ana, json, renderApp } from '../../../../test/web/rendered-app';

it('lists the keys of a screen by “?” and finds by “/”, where a field then has the focus', async () => {
  localStorage.setItem('language', 'es');
  const { user } = renderApp('/compliance/rules', {
    'GET /me': () => json({ ...ana, roles: ['sender', 'analyst'], hasSecondFactor: true, locale: 'es' }),
    'GET /compliance/rules': () => json({ items: [] }),
  });
  await screen.findByRole('heading', { name: 'Reglas' });
  await user.keyboard('?');
  const list = await screen.findByRole('dialog', { name: 'Teclas' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Buscar un remitente o una transferencia/', 'Esta lista?', 'Salir de un campo de textoEsc']);
  await user.keyboard('{Escape}');
  await waitFor(() => {
    expect(list).not.toBeInTheDocument();
  });
  await user.keyboard('/');
  await waitFor(() => {
    expect(screen.getByRole('textbox', { name: 'Correo' })).toHaveFocus();
  });
  // It leaves the field, and does not type.
  await user.keyboard('?{Escape}?');
  expect(await screen.findByRole('dialog', { name: 'Teclas' })).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Correo' })).toHaveValue('?');
});
