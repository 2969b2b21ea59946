import { useState, type ReactElement, type ReactNode } from 'react';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { AttemptItem } from '@kernel/staff/compliance';
import { found } from '../../../../test/web/case-page';
import { claimed, seen, waiting } from '../../../../test/web/desk';
import { enterText } from '../../../../test/web/enter-text';
import { ana, json, noContent, renderPart } from '../../../../test/web/rendered-app';
import { CloseDifference } from '../../payouts/desk-difference';
import { AnswerProblem } from '../../payouts/desk-answer';
import { OutcomeForms } from '../../payouts/desk-outcome';
import { RefundActions } from '../../payouts/desk-refund';
import { ReasonedRuleStep } from '../../rules/rule-steps';
import { Drafts } from '../../ui/forms/drafts';
import { NoteForm } from '../case/case-log';
import { ReasonedCaseStep } from '../case/case-step';
import { holdCells } from '../case/payment-hold';
import { StandingActButton } from '../sender/standing-act';
import { Revocation } from '../../verification/checks/check-card';
import { ReasonedSteps } from '../../payouts/desk-strays';
import { KeptDrafts } from './kept-drafts';

/** A page with a form that live data remove and show again. */
function Page({ children }: { readonly children: ReactNode }) {
  const [isThere, setIsThere] = useState(true);
  return (
    <Drafts>
      <div data-testid="kept">
        <KeptDrafts />
      </div>
      {isThere && children}
      <button
        onClick={() => {
          setIsThere(!isThere);
        }}
      >
        live
      </button>
    </Drafts>
  );
}

function open(form: ReactElement) {
  localStorage.setItem('language', 'en');
  const texts = ['compliance', 'rules', 'checks', 'standing', 'transfers', 'sending'] as const;
  return renderPart(
    { part: <Page>{form}</Page>, texts },
    {
      'GET /me': () => json({ ...ana, roles: ['sender', 'lead'], hasSecondFactor: true }),
      'POST /compliance/cases/case-one/notes': () => noContent(),
      [`GET /compliance/payouts/${waiting.transferId}`]: () => json(seen),
    },
  );
}

const isBusy = false;
const onStep = () => undefined;
const difference = {
  about: 'payout',
  recorded: 'paid',
  found: 'not paid',
  since: waiting.since,
} as const;
const payment = { hold: null, canHold: true, isHeldByOthers: false };
const stoppable = { transferId: 't-1', amount: '20.00', recipient: 'M••••', payment } as AttemptItem;

interface FormCase {
  readonly what: string;
  readonly form: ReactElement;
  readonly field: string | RegExp;
  /** The button that opens it. */
  readonly opener?: string | RegExp;
}

/** Every form of the console with a text that a colleague can make superfluous. */
const FORMS: readonly FormCase[] = [
  { what: 'a note', form: <NoteForm caseId="case-one" />, field: 'Add a note' },
  {
    what: 'a step of a case',
    form: (
      <ReasonedCaseStep
        caseId="case-one"
        step="return"
        workOf={(reason) => ({ does: 'return', body: { reason } })}
      />
    ),
    field: /./,
    opener: 'Return',
  },
  {
    what: 'a hold of a payment',
    form: <>{holdCells(found)(stoppable).state}</>,
    field: /./,
    opener: /^Hold/,
  },
  {
    what: 'a step of a rule',
    form: <ReasonedRuleStep id="velocity" step="pause" />,
    field: /./,
    opener: 'Pause',
  },
  {
    what: 'an act on a sender',
    form: <StandingActButton uid="carl" act="pause" />,
    field: /./,
    opener: 'Pause sending',
  },
  {
    what: 'an answer to a problem',
    form: <AnswerProblem task={{ ...claimed, kind: 'problem' }} {...{ isBusy, onStep }} />,
    field: 'What did you do?',
  },
  {
    what: 'how a difference ended',
    form: <CloseDifference task={claimed} difference={difference} {...{ isBusy, onStep }} />,
    field: /^Reason for closing/,
  },
  {
    what: 'a reference',
    form: <OutcomeForms task={claimed} {...{ isBusy, onStep }} />,
    field: 'Reference in Zelle',
  },
  {
    what: 'the words of a platform',
    form: <OutcomeForms task={claimed} {...{ isBusy, onStep }} />,
    field: /^What Zelle says/,
  },
  {
    what: 'a way of paying back',
    form: <RefundActions task={{ ...claimed, kind: 'refund' }} {...{ isBusy, onStep }} />,
    field: 'Reference',
    opener: 'Paid back another way',
  },
  {
    what: 'a reason for a charge',
    form: <ReasonedSteps subject="pay_1" canRefund {...{ isBusy, onStep }} />,
    field: /./,
  },
  {
    what: 'a revocation',
    form: <Revocation check={{ id: '0311aaaa', status: 'verified' }} />,
    field: 'Why revoke it?',
  },
];

describe.each(FORMS)('$what', ({ form, field, opener }) => {
  it('stays when its field goes, to copy and to go on with', async () => {
    const { user } = open(form);
    const find = async () => {
      await screen.findByText('live');
      if (opener !== undefined) await user.click(await screen.findByRole('button', { name: opener }));
      return screen.findByRole('textbox', { name: field });
    };
    // Behind a dialog too.
    const live = () => {
      act(() => {
        screen.getByText('live').click();
      });
    };
    await enterText(user, await find(), 'Rent, paid monthly.');
    live();
    const kept = screen.getByTestId('kept');
    expect(within(kept).getByText('Rent, paid monthly.')).toBeVisible();
    live();
    expect(await find()).toHaveValue('Rent, paid monthly.');
    expect(within(kept).queryByText('Rent, paid monthly.')).toBeNull();
    live();
    await user.click(within(kept).getByRole('button', { name: 'Discard' }));
    expect(within(kept).queryByText('Rent, paid monthly.')).toBeNull();
  });
});

it('is not kept once it was sent', async () => {
  const { user, sent } = open(<NoteForm caseId="case-one" />);
  await enterText(user, await screen.findByRole('textbox', { name: 'Add a note' }), 'Seen.');
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  await waitFor(() => {
    expect(sent('POST /compliance/cases/case-one/notes')).toHaveLength(1);
  });
  await waitFor(() => {
    expect(screen.getByRole('textbox', { name: 'Add a note' })).toHaveValue('');
  });
  await user.click(screen.getByRole('button', { name: 'live' }));
  expect(within(screen.getByTestId('kept')).queryByText('Seen.')).toBeNull();
});
