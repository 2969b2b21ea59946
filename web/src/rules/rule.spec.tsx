import { act, screen, waitFor, within } from '@testing-library/react';
import type { RuleDefinitionOnWire, RuleDetail } from '@kernel/staff/rule-views';
import { enterText } from '../../../test/web/enter-text';
import { backtestOf, backtestRoutes, resultOf, wireRule } from '../../../test/web/backtests';
import {
  ana,
  json,
  noContent,
  refusal,
  renderApp,
  renderPart,
  renderScreen,
  type Responses,
} from '../../../test/web/rendered-app';
import { RuleActions } from './rule-actions';
import { RuleActivation } from './rule-activation';
import { RuleDefinition } from './editor/rule-definition';
import { useRuleBacktest } from './backtests/use-rule-backtest';
import { useRuleEditing } from './editor/use-rule-editing';

const TEXTS = ['compliance', 'rules', 'backtest', 'standing', 'account'] as const;

const structuring = wireRule;
const builtIn: RuleDetail = {
  id: 'structuring',
  name: 'Structuring',
  status: 'active',
  versions: [
    {
      version: 1,
      definition: structuring,
      activatedAt: null,
      endedAt: null,
      drafterName: null,
      approverName: null,
      hits: { cases: 9, reviewed: 4, suspicious: 1 },
    },
  ],
  draft: null,
  draftRevision: null,
  retireRequest: null,
  steps: [],
};
const wider: RuleDefinitionOnWire = { ...structuring, within: 'P2D' };
const AT = '2026-11-20T12:00:00.000Z';
const drafted: RuleDetail = {
  ...builtIn,
  draft: { definition: wider, by: 'robin', name: 'Robin Lindqvist', at: AT, backtest: null, returned: null },
  draftRevision: 0,
};

/** The rule's page. */
function openRule(rule: RuleDetail, language: 'en' | 'es', routes: Responses = {}) {
  return renderScreen('/compliance/rules/structuring', responsesOf(rule, language, routes));
}

/** What a rule's page edits, with its buttons. */
function openDefinition(rule: RuleDetail, language: 'en' | 'es', routes: Responses = {}) {
  const part = <DefinitionWithButtons rule={rule} />;
  return renderPart({ part, texts: TEXTS }, responsesOf(rule, language, routes));
}

function DefinitionWithButtons({ rule }: { readonly rule: RuleDetail }) {
  const editing = useRuleEditing(rule);
  const backtest = useRuleBacktest(rule, editing);
  return (
    <>
      <RuleActions rule={rule} editing={editing} backtest={backtest} />
      <RuleDefinition rule={rule} editing={editing} />
    </>
  );
}

/** The button that activates a draft. */
function openActivation(language: 'en' | 'es', routes: Responses = {}) {
  const part = drafted.draft ? <RuleActivation rule={drafted} draft={drafted.draft} /> : <></>;
  return renderPart({ part, texts: TEXTS }, responsesOf(drafted, language, routes));
}

function responsesOf(rule: RuleDetail, language: 'en' | 'es', routes: Responses): Responses {
  localStorage.setItem('language', language);
  const roles = ['sender', 'analyst', 'lead'] as const;
  return {
    'GET /me': () => json({ ...ana, roles: [...roles], hasSecondFactor: true, locale: language }),
    'GET /compliance/rules/structuring': () => json(rule),
    ...backtestRoutes(),
    ...routes,
  };
}

describe('the definition of a rule', () => {
  it("is below the rules, which a phone's bar marks as part of its last entry", async () => {
    const { user } = renderApp('/compliance/rules/structuring', responsesOf(builtIn, 'en', {}));
    const more = await screen.findByRole('button', { name: 'More', current: true });
    await user.click(more);
    const others = within(await screen.findByRole('dialog'));
    expect(others.getByRole('link', { name: 'Rules' })).toHaveAttribute('aria-current', 'page');
    expect(others.getByRole('link', { name: 'Overview' })).not.toHaveAttribute('aria-current');
  });

  it('is read in words before it has a name', async () => {
    const { user } = openDefinition(builtIn, 'en');
    await user.clear(await screen.findByRole('textbox', { name: 'Name' }));
    expect(screen.getByText(/^2 or more attempts from \$200\.00 to \$249\.99/)).toBeVisible();
  });

  it('is edited as a sentence that is read in words, and saved as a draft', async () => {
    let sent: unknown = null;
    const { user } = openDefinition(builtIn, 'en', {
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
    ['en', 'Amount below', 'much', 'Enter an amount like 200.00.'],
    ['en', 'Within', '31', 'Enter a time from 0 to 30 days.'],
    ['en', 'Within', '0', 'Within 0 there is only one attempt: at least 1.'],
    ['es', 'Monto desde', '250.00', '«Menor que» tiene que ser más que «desde».'],
    ['es', 'En', '31', 'Escribe un tiempo de 0 a 30 días.'],
    ['es', 'Al menos', '0', 'Escribe un número entero a partir de 1.'],
  ] as const)('in %s refuses, at the field %s, %s: %s', async (language, label, typed, problem) => {
    const { user } = openDefinition(builtIn, language);
    const field = await screen.findByRole('textbox', { name: label });
    await user.clear(field);
    await user.type(field, typed);
    expect(screen.getByText(problem)).toBeVisible();
  });

  it.each([
    ['en', 'Enter a time from 0 to 30 days.', 'Within', 'Save draft'],
    ['es', 'Escribe un tiempo de 0 a 30 días.', 'En', 'Guardar borrador'],
  ] as const)(
    'in %s shows at its field what the API refuses: %s',
    async (language, message, label, button) => {
      const { user } = openDefinition(builtIn, language, {
        'POST /compliance/rules/structuring/draft': () =>
          json(
            {
              code: 'rule_impossible',
              detail: 'This definition can never alert, or does nothing.',
              fields: [{ field: 'definition.within', code: 'rule_window', message }],
            },
            400,
          ),
      });
      const field = await screen.findByRole('textbox', { name: label });
      await user.clear(field);
      await user.type(field, '30');
      await user.click(screen.getByRole('button', { name: button }));
      expect(await screen.findByText(message)).toBeVisible();
      expect(field).toHaveAccessibleDescription(expect.stringContaining(message));
      await user.type(field, '{Backspace}');
      expect(screen.queryByText(message)).toBeNull();
    },
  );

  it('is marked where it differs from the latest version', async () => {
    const { user } = openDefinition(builtIn, 'en');
    const from = await screen.findByRole('textbox', { name: 'Amount from' });
    await user.clear(from);
    await user.type(from, '180');
    await user.click(screen.getByRole('button', { name: 'Remove: Amount below' }));
    await user.click(screen.getByRole('combobox', { name: 'Add a condition' }));
    await user.click(await screen.findByRole('option', { name: 'First to this handle', hidden: true }));
    expect(screen.getByText('3 changes from v1')).toBeVisible();
    expect(within(screen.getByRole('group', { name: 'Amount from' })).getByText('was $200.00')).toBeVisible();
    expect(
      within(screen.getByRole('group', { name: 'First to this handle' })).getByText('new'),
    ).toBeVisible();
    expect(screen.getByText('Taken out: Amount below $250.00')).toBeVisible();
  });

  it('is saved with s, but not while something is typed', async () => {
    const { user, sent } = openDefinition(builtIn, 'en', {
      'POST /compliance/rules/structuring/draft': () => noContent(),
    });
    const name = await screen.findByRole('textbox', { name: 'Name' });
    await user.type(name, 's');
    expect(name).toHaveValue('Structurings');
    expect(sent('POST /compliance/rules/structuring/draft')).toHaveLength(0);
    name.blur();
    await user.keyboard('s');
    expect(await screen.findByText('Draft saved')).toBeVisible();
    expect(sent('POST /compliance/rules/structuring/draft')).toHaveLength(1);
  });

  it.each([
    ['saves another draft', drafted, 'Robin Lindqvist'],
    ['retires the rule', { ...builtIn, status: 'retired' as const }, 'v1 retired'],
  ])('stays as it is typed when somebody else %s', async (_, changed, shown) => {
    let rule = builtIn;
    const { user } = openRule(builtIn, 'en', { 'GET /compliance/rules/structuring': () => json(rule) });
    const field = await screen.findByRole('textbox', { name: 'Within' });
    await user.clear(field);
    await user.type(field, '3');
    rule = changed;
    act(() => {
      jest.advanceTimersByTime(6_000);
      window.dispatchEvent(new Event('focus'));
    });
    expect((await screen.findAllByText(shown))[0]).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Within' })).toHaveValue('3');
  });

  it('explains each field while it has the focus', async () => {
    const { user } = openDefinition(builtIn, 'en');
    const field = await screen.findByRole('textbox', { name: 'Within' });
    await user.click(field);
    expect(field).toHaveAccessibleDescription(/^How far back the rule looks, both edges included/);
  });

  it('gets a condition, and loses it', async () => {
    const { user } = openDefinition(builtIn, 'en');
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
    const { user } = openActivation('en', {
      'POST /compliance/rules/structuring/activate': (request) => {
        sent = request.body;
        return noContent();
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Activate v2' }));
    const dialog = await screen.findByRole('dialog', { name: 'Activate Structuring v2' });
    expect(within(dialog).getByText('1 day')).toBeVisible();
    expect(within(dialog).getByText('2 days')).toBeVisible();
    expect(
      await within(dialog).findByText(
        /^Would have alerted on 31 of 96,412 attempts of the last 30 days\. The/,
      ),
    ).toHaveTextContent('The version in force: 22.');
    await user.click(await within(dialog).findByRole('button', { name: 'Activate v2' }));
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
    await user.click(await within(dialog).findByRole('button', { name: 'Activate v2' }));
    expect(await within(dialog).findByText(/^This rule has changed since you read it/)).toBeVisible();
    const changes = await within(dialog).findByRole('list', { name: 'What has changed' });
    expect(changes).toHaveTextContent('Draft saved · Robin Lindqvist');
  });

  const often = () => backtestOf({ result: resultOf({ alerts: 1_001, attempts: 10_000 }) });

  it.each([
    [
      ...['en', 'Activate v2', /^This is more than a tenth/],
      ...['I mean it: activate it with so many alerts.', 'Confirm that so many alerts are meant, or cancel.'],
    ] as const,
    [
      ...['es', 'Activar v2', /^Es más de una décima parte/],
      'Es lo que quiero: activarla con tantas alertas.',
      'Confirma que quieres tantas alertas, o cancela.',
    ] as const,
  ])(
    'in %s that alerts on more than a tenth is activated on purpose only',
    async (...[language, button, warning, sure, needed]) => {
      const { user, sent } = openActivation(language, {
        ...backtestRoutes(often),
        'POST /compliance/rules/structuring/activate': () => noContent(),
      });
      await user.click(await screen.findByRole('button', { name: button }));
      const dialog = await screen.findByRole('dialog');
      expect(await within(dialog).findByText(warning)).toBeVisible();
      await user.click(within(dialog).getByRole('button', { name: button }));
      expect(within(dialog).getByText(needed)).toBeVisible();
      expect(sent('POST /compliance/rules/structuring/activate')).toHaveLength(0);
      await user.click(within(dialog).getByRole('checkbox', { name: sure }));
      await user.click(within(dialog).getByRole('button', { name: button }));
      await waitFor(() => {
        expect(sent('POST /compliance/rules/structuring/activate')).toHaveLength(1);
      });
    },
  );

  it.each([
    ['en', 'Activate v2', /^What it would have done in the last 30 days could not be checked/],
    ['es', 'Activar v2', /^No se pudo comprobar qué habría hecho en los últimos 30 días/],
  ] as const)(
    'in %s is activated, too, when the last month could not be checked',
    async (...[language, button, text]) => {
      const { user, sent } = openActivation(language, {
        'POST /compliance/backtests': () => refusal(409, 'backtest_running'),
        'POST /compliance/rules/structuring/activate': () => noContent(),
      });
      await user.click(await screen.findByRole('button', { name: button }));
      const dialog = await screen.findByRole('dialog');
      expect(await within(dialog).findByText(text)).toBeVisible();
      await user.click(within(dialog).getByRole('button', { name: button }));
      await waitFor(() => {
        expect(sent('POST /compliance/rules/structuring/activate')).toHaveLength(1);
      });
    },
  );

  it('of one’s own waits for somebody else', async () => {
    openRule({ ...drafted, draft: drafted.draft && { ...drafted.draft, by: ana.uid } }, 'en');
    expect(await screen.findByText('A lead has to activate it; that cannot be you.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Activate v2' })).toBeNull();
  });
});

describe('the end of a rule', () => {
  const asked = { reason: 'It finds nothing.', requestedAt: AT, lapsesAt: AT };
  const RETIRE = 'POST /compliance/rules/structuring/retire';

  it('is asked for with a reason, and goes on once a code was given', async () => {
    const { user, sent, respond } = openRule(builtIn, 'en', {
      [RETIRE]: () => refusal(403, 'step_up_required'),
      'POST /second-factor/step-up': () => noContent(),
    });
    await user.click(await screen.findByRole('button', { name: 'Retire' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Retire this rule' }));
    await enterText(user, dialog.getByRole('textbox'), 'It finds nothing.');
    await user.click(dialog.getByRole('button', { name: 'Retire' }));
    const code = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
    await enterText(user, code.getByRole('textbox'), '482913');
    respond({ [RETIRE]: () => json({}, 202) });
    await user.click(code.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Another lead has to agree now')).toBeVisible();
    expect(sent(RETIRE).map(({ body }) => body)).toEqual([
      { reason: 'It finds nothing.' },
      { reason: 'It finds nothing.' },
    ]);
  });

  it('waits for another lead than the one who asked', async () => {
    openRule({ ...builtIn, retireRequest: { ...asked, by: ana.uid, byName: 'Ana Torres' } }, 'en');
    expect(
      await screen.findByText('You asked to retire this rule. Another lead has to agree.'),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: /retire/i })).not.toBeInTheDocument();
  });

  it('is carried out by another lead', async () => {
    openRule({ ...builtIn, retireRequest: { ...asked, by: 'omar', byName: 'Omar Diaz' } }, 'en');
    expect(await screen.findByText('Omar Diaz asks to retire this rule.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Agree to retire' })).toBeVisible();
  });
});

describe('the versions of a rule', () => {
  it.each([
    ['en', 'Suspicious: 1 of 4 reviewed.', 'Drafted by Robin Lindqvist, activated by Irene Vasquez.'],
    ['es', 'Sospechosos: 1 de 4 revisados.', 'Borrador de Robin Lindqvist, activada por Irene Vasquez.'],
  ] as const)(
    'say in %s who wrote them, who agreed, and what reviews found',
    async (...[language, reviewed, people]) => {
      const [first] = builtIn.versions;
      if (!first) throw new Error('no version');
      const second = {
        version: 2,
        definition: wider,
        activatedAt: AT,
        endedAt: null,
        drafterName: 'Robin Lindqvist',
        approverName: 'Irene Vasquez',
        hits: { cases: 3, reviewed: 0, suspicious: 0 },
      };
      openRule({ ...builtIn, versions: [second, { ...first, endedAt: AT }] }, language);
      expect(await screen.findByText(new RegExp(reviewed.replaceAll('.', String.raw`\.`)))).toBeVisible();
      const made = screen.getByText(new RegExp(people.replaceAll('.', String.raw`\.`)));
      expect(made).toBeVisible();
      expect(made).not.toHaveTextContent(/reviewed|revisados/);
    },
  );
});
