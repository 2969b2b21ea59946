import { screen, within } from '@testing-library/react';
import {
  config,
  json,
  refusal,
  renderApp,
  schedule,
  type Responses,
} from '../../../../test/web/rendered-app';

const COMPANY = {
  name: 'Flip Transfers, Inc.',
  license: 'NC 123456',
  regulator: 'the NC Commissioner of Banks',
  complaintDays: 15,
};

const configured = {
  'GET /config': () =>
    json({ ...config, company: COMPANY, support: { ...config.support, hours: 'Mon-Fri 9-5 ET' } }),
};

async function openLanding(responses = {}) {
  const app = renderApp('/', responses);
  await screen.findByRole('heading', { level: 1 });
  return app;
}

describe('the landing page', () => {
  it('shows the company, its license, its regulator and its hours as configured', async () => {
    await openLanding(configured);
    const behind = within(screen.getByRole('region', { name: 'Who stands behind it' }));
    expect(behind.getByText(/Flip Transfers, Inc. sends money under license NC 123456/)).toHaveTextContent(
      'You can check it with the NC Commissioner of Banks.',
    );
    expect(behind.getByText(/Mon-Fri 9-5 ET/)).toBeVisible();
    expect(behind.getByText(/Complaints are answered within 15 days/)).toBeVisible();
    const footer = within(screen.getByRole('contentinfo'));
    expect(footer.getByText('Flip Transfers, Inc., license NC 123456')).toBeInTheDocument();
    expect(footer.getByRole('link', { name: 'Complaints' })).toHaveAttribute('href', '/#behind');
  });

  it('hides every line of a company that is not configured', async () => {
    await openLanding();
    const behind = screen.getByRole('region', { name: 'Your data, and how to reach us' });
    expect(within(behind).getByRole('heading', { name: 'People who answer' })).toBeVisible();
    expect(document.body).not.toHaveTextContent(/who is responsible/);
    expect(within(behind).queryByRole('heading', { name: 'License' })).toBeNull();
    expect(document.body).not.toHaveTextContent(/license|Complaints|null|undefined/);
  });

  it('answers questions with the figures of this deployment', async () => {
    const { user } = await openLanding();
    await user.click(screen.getByText('What does it cost?'));
    expect(
      screen.getByText(
        '$1 for every $50 or part of $50, plus 3% of the amount and $0.30 for the card. $120.00 costs $126.90.',
      ),
    ).toBeVisible();
  });

  it('names the weekly limit of verified senders where there is one', async () => {
    await openLanding({
      'GET /fees/schedule': () => json({ ...schedule, verifiedWeeklyLimit: '2500.00' }),
    });
    expect(await screen.findByText(/Up to \$250 a week without verification.*\$2,500/)).toBeInTheDocument();
  });

  it('does not name credit cards where they are not accepted', async () => {
    await openLanding();
    expect(document.body).toHaveTextContent('Pay with your debit card.');
    expect(document.body).toHaveTextContent('Debit cards. Credit, prepaid and other cards are not accepted.');
  });

  it('names credit cards where they are accepted', async () => {
    await openLanding({ 'GET /config': () => json({ ...config, acceptedFunding: ['debit', 'credit'] }) });
    expect(document.body).toHaveTextContent('Pay with your debit or credit card.');
    expect(document.body).toHaveTextContent(
      'Debit and credit cards. Prepaid and other cards are not accepted.',
    );
  });

  it('scrolls to the section that a link in the header or footer names', async () => {
    const scrolled: string[] = [];
    Element.prototype.scrollIntoView = function (this: Element) {
      scrolled.push(this.id);
    };
    const { user } = renderApp('/fees');
    await screen.findByRole('heading', { level: 1 });
    await user.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Questions' }));
    await screen.findByRole('heading', { name: 'Questions and answers' });
    await user.click(within(screen.getByRole('contentinfo')).getByRole('link', { name: 'How it works' }));
    expect(scrolled).toEqual(['questions', 'how']);
  });

  it('links to the fees in its header and repeats the offer to send at its end', async () => {
    await openLanding();
    const header = within(screen.getByRole('banner'));
    expect(header.getByRole('link', { name: 'Fees' })).toHaveAttribute('href', '/fees');
    expect(screen.getAllByRole('link', { name: 'Send Money' })).toHaveLength(2);
  });
});

describe('the policies', () => {
  it.each(['/', '/fees', '/forgot', '/payment', '/dashboard'])(
    'are linked in the footer of %s',
    async (path) => {
      renderApp(path);
      await screen.findByRole('heading', { level: 1 });
      const footer = within(screen.getByRole('contentinfo', { hidden: true }));
      for (const name of ['Terms', 'Privacy', 'Fees']) {
        const link = footer.getByRole('link', { name, hidden: true });
        expect(link).toHaveAttribute('href', `/${name.toLowerCase()}`);
      }
    },
  );

  it.each(['/terms', '/privacy'])('let a reader of %s send mail and call with one press', async (path) => {
    renderApp(path);
    await screen.findByRole('heading', { level: 1 });
    const page = within(screen.getByRole('main'));
    expect(page.getByRole('link', { name: 'help@flip.example' })).toHaveAttribute(
      'href',
      'mailto:help@flip.example',
    );
    expect(page.getByRole('link', { name: '(336) 555-0142' })).toHaveAttribute('href', 'tel:3365550142');
  });
});

describe('next to the account forms', () => {
  const signedOut: Responses = {
    'GET /me': () => refusal(401, 'unauthenticated'),
    'POST /auth/refresh': () => refusal(401, 'unauthenticated'),
  };

  it('sign-up shows what a transfer costs', async () => {
    renderApp('/signup', signedOut);
    expect(await screen.findByRole('heading', { name: 'You always see the cost up front' })).toBeVisible();
    expect(screen.getByText('Total to charge').nextElementSibling).toHaveTextContent('$126.90');
  });

  it.each(['/signin', '/forgot', '/reset?token=x', '/confirm'])(
    '%s shows what follows a payment',
    async (path) => {
      renderApp(path, signedOut);
      expect(await screen.findByRole('heading', { name: 'Every step is time-stamped' })).toBeVisible();
      expect(screen.getByText('$126.90 comes back')).toBeVisible();
    },
  );
});
