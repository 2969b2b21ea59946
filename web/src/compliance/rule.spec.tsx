import { screen, within } from '@testing-library/react';
import type { RuleDefinitionOnWire, RuleDetail } from '@kernel/rule-views';
import { ana, json, noContent, renderApp } from '../../../test/web/rendered-app';

const structuring: RuleDefinitionOnWire = {
  ...{ name: 'Structuring', where: { amount: { from: '200.00', below: '250.00' } } },
  ...{ measure: 'attempts', atLeast: '2', within: 'P1D', action: 'flag' },
};
const builtIn: RuleDetail = {
  ...{ id: 'structuring', name: 'Structuring', status: 'active' },
  versions: [
    {
      ...{ version: 1, definition: structuring, activatedAt: null, endedAt: null },
      ...{ drafterName: null, approverName: null, hits: { cases: 9, reviewed: 4, suspicious: 1 } },
    },
  ],
  ...{ draft: null, draftRevision: null, steps: [] },
};
const wider: RuleDefinitionOnWire = { ...structuring, within: 'P2D' };
const AT = '2026-11-20T12:00:00.000Z';
const drafted: RuleDetail = {
  ...builtIn,
  draft: { definition: wider, by: 'robin', name: 'Robin Lindqvist', at: AT, returned: null },
  draftRevision: 0,
};

function openRule(rule: RuleDetail, language: 'en' | 'es', routes: Parameters<typeof renderApp>[1] = {}) {
  localStorage.setItem('language', language);
  const roles = ['sender', 'analyst', 'lead'] as const;
  return renderApp('/compliance/rules/structuring', {
    'GET /me': () => json({ ...ana, roles: [...roles], hasSecondFactor: true, locale: language }),
    'GET /compliance/rules/structuring': () => json(rule),
    ...routes,
  });
}

describe('the definition of a rule', () => {
  it('is edited as a sentence that is read in words, and saved as a draft', async () => {
    let sent: unknown = null;
    const { user } = openRule(builtIn, 'en', {
      'POST /compliance/rules/structuring/draft': (request) => {
        sent = request.body;
        return noContent();
      },
    });
    const save = await screen.findByRole('button', { name: 'Save draft' });
    expect(save).toBeDisabled();
    const from = screen.getByRole('textbox', { name: 'Amount from' });
    await user.clear(from);
    await user.type(from, '180');
    const within_ = screen.getByRole('textbox', { name: 'Within' });
    await user.clear(within_);
    await user.type(within_, '2');
    expect(
      screen.getByText(
        '2 or more attempts from $180.00 to $249.99 within 2 days, accepted or refused. The sender is flagged and a case opens; payments go on.',
      ),
    ).toBeVisible();
    await user.click(save);
    expect(await screen.findByText('Draft saved')).toBeVisible();
    expect(sent).toEqual({
      definition: { ...structuring, where: { amount: { from: '180.00', below: '250.00' } }, within: 'P2D' },
    });
  });

  it.each([
    ['en', 'Amount from', '250.00', '“Below” has to be more than “from”.'],
    ['en', 'Within', '31', 'Enter a time from 0 to 30 days.'],
    ['en', 'Within', '0', 'Within 0 there is only one attempt: at least 1.'],
    ['es', 'Monto desde', '250.00', '«Menor que» tiene que ser más que «desde».'],
    ['es', 'En', '31', 'Escribe un tiempo de 0 a 30 días.'],
    ['es', 'Al menos', '0', 'Escribe un número entero a partir de 1.'],
  ] as const)('in %s refuses, at the field %s, %s: %s', async (language, label, typed, problem) => {
    const { user } = openRule(builtIn, language);
    const field = await screen.findByRole('textbox', { name: label });
    await user.clear(field);
    await user.type(field, typed);
    expect(screen.getByText(problem)).toBeVisible();
  });

  it('explains each field while it has the focus', async () => {
    const { user } = openRule(builtIn, 'en');
    const field = await screen.findByRole('textbox', { name: 'Within' });
    await user.click(field);
    expect(field).toHaveAccessibleDescription(/^How far back the rule looks, both edges included/);
  });

  it('gets a condition, and loses it', async () => {
    const { user } = openRule(builtIn, 'en');
    await user.click(await screen.findByRole('combobox', { name: 'Add a condition' }));
    await user.click(await screen.findByRole('option', { name: 'First to this handle', hidden: true }));
    expect(screen.getByText(/each the first to its handle\. The sender is flagged/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remove: First to this handle' }));
    expect(screen.queryByText(/each the first to its handle/)).toBeNull();
  });
});

describe('a draft', () => {
  it('is activated by a lead who is somebody else, as it was read', async () => {
    let sent: unknown = null;
    const { user } = openRule(drafted, 'en', {
      'POST /compliance/rules/structuring/activate': (request) => {
        sent = request.body;
        return noContent();
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Activate v2' }));
    const dialog = await screen.findByRole('dialog', { name: 'Activate Structuring v2' });
    expect(within(dialog).getByText('1 day')).toBeVisible();
    expect(within(dialog).getByText('2 days')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Activate v2' }));
    expect(await screen.findByText('v2 is active')).toBeVisible();
    expect(sent).toEqual({ draftRevision: 0 });
  });

  it('that has changed meanwhile is not activated, and what changed is said', async () => {
    const change = { type: 'RuleDrafted', by: 'robin', at: AT };
    let isRefused = false;
    const { user } = openRule(drafted, 'en', {
      'GET /compliance/rules/structuring': () =>
        json(
          isRefused ? { ...drafted, steps: [{ ...change, reason: '', name: 'Robin Lindqvist' }] } : drafted,
        ),
      'POST /compliance/rules/structuring/activate': () => {
        isRefused = true;
        return json({ code: 'rule_changed', detail: 'This rule has changed.', changes: [change] }, 409);
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Activate v2' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Activate v2' }));
    expect(await within(dialog).findByText(/^This rule has changed since you read it/)).toBeVisible();
    const changes = await within(dialog).findByRole('list', { name: 'What has changed' });
    expect(changes).toHaveTextContent('Draft saved · Robin Lindqvist');
  });

  it('of one’s own waits for somebody else', async () => {
    openRule({ ...drafted, draft: drafted.draft && { ...drafted.draft, by: ana.uid } }, 'en');
    expect(await screen.findByText('A lead has to activate it; that cannot be you.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Activate v2' })).toBeNull();
  });
});
