import { within } from '@testing-library/react';
import type { Locale } from '@kernel/people/accounts';
import { textFiles } from '../../../test/web/text-files';
import { prerenderLanding, type LandingVariant } from './prerender';

async function prerendered(variant: Partial<LandingVariant> = {}) {
  const language: Locale = variant.language ?? 'en';
  const { app, landing } = textFiles(language);
  const root = document.createElement('div');
  root.innerHTML = await prerenderLanding({
    language,
    texts: { app, landing },
    testMode: true,
    acceptedFunding: ['debit'],
    schedule: 'card-3pct-plus-30c',
    ...variant,
  });
  return { root, page: within(root) };
}

describe('the prerendered landing page', () => {
  it('is complete before any code has run, with working links', async () => {
    const { root, page } = await prerendered();
    expect(page.getByRole('heading', { level: 1 })).toHaveTextContent(
      'Send money to the app they already use',
    );
    expect(page.getByText('Total to charge').nextElementSibling).toHaveTextContent('$126.90');
    expect(page.getAllByRole('link', { name: 'Sign Up' })[0]).toHaveAttribute('href', '/signup');
    expect(root).toHaveTextContent('Test mode: no real money moves');
    expect(root).not.toHaveTextContent('Loading');
  });

  it('marks controls that need the application as not ready', async () => {
    const { page } = await prerendered();
    for (const button of page.getAllByRole('button')) expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(page.getByLabelText('Amount')).toHaveAttribute('readonly');
  });

  it('follows what the first view depends on: language, mode, cards and fees', async () => {
    const { root, page } = await prerendered({
      language: 'es',
      testMode: false,
      acceptedFunding: ['debit', 'credit'],
      schedule: 'card-0.30pct',
    });
    expect(page.getByRole('heading', { level: 1 })).toHaveTextContent(
      'Envía dinero a la app que ya usa quien lo recibe',
    );
    expect(page.getByText('Total a cobrar').nextElementSibling).toHaveTextContent('$123.36');
    expect(root).toHaveTextContent('Paga con tu tarjeta de débito o de crédito.');
    expect(root).not.toHaveTextContent('Modo de prueba');
  });
});
