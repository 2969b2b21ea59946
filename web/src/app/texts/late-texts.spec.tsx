import { screen } from '@testing-library/react';
import { useTranslation } from 'react-i18next';
import { renderPart } from '../../../../test/web/rendered-app';

function Refusal() {
  const { t, i18n } = useTranslation();
  const key = 'errors:handle_required';
  return <button>{i18n.exists(key) ? t(key) : key}</button>;
}

it('shows a refusal in words although the first press needs it, which only begins to load the texts of refusals', async () => {
  localStorage.setItem('language', 'en');
  const { user } = renderPart({ part: <Refusal />, texts: ['sending'] });
  await user.click(await screen.findByRole('button', { name: 'errors:handle_required' }));
  expect(await screen.findByRole('button', { name: /^Enter the recipient's e-mail/ })).toBeVisible();
});
