import fc from 'fast-check';
import { recorded, specificationOf } from '../../../../test/support/given-when-then.js';
import { KYC_ATTEMPT_LIMIT, type KycStatus } from '../../kernel/people/verification.js';
import {
  type NameGiven,
  type KycStatusChanged,
  PROVIDER_STATUSES,
  type ProviderStatus,
  type VerificationEvent,
} from './verification-events.rules.js';
import {
  type ApplyProviderStatus,
  type SubmitKyc,
  type VerificationCommand,
  verificationDecider,
} from './verification.decider.js';

const given = specificationOf(verificationDecider);
const at = '2026-11-21T12:00:00.000Z';
const minute = (count: number) => `2026-11-21T12:${String(count).padStart(2, '0')}:00.000Z`;

const submit = (changes: Partial<SubmitKyc> = {}): SubmitKyc => ({
  type: 'SubmitKyc',
  at,
  requestId: 'r2',
  fullName: 'Maya Okafor',
  locale: 'en',
  consent: true,
  emailConfirmed: true,
  ...changes,
});
const submitted = (requestId = 'r1'): VerificationEvent => ({
  type: 'KycSubmitted',
  data: { requestId, fullName: 'Maya Okafor', consentVersion: '2026-11-01', locale: 'en' },
});
const opened = (requestId = 'r1'): VerificationEvent => ({
  type: 'InquiryOpened',
  data: { requestId, inquiryId: `inq_${requestId}` },
});
interface EventFields {
  readonly requestId?: string;
  readonly providerAt?: string;
  readonly providerEventId?: string | null;
}
const changed = (
  status: KycStatus,
  providerStatus: ProviderStatus,
  place: EventFields = {},
): KycStatusChanged => {
  const where = { requestId: 'r1', providerEventId: 'evt_1', providerAt: minute(5), ...place };
  const byProvider = { by: null, reason: null };
  return { type: 'KycStatusChanged', data: { status, providerStatus, ...where, ...byProvider } };
};
const apply = (
  providerStatus: ProviderStatus,
  changes: Partial<ApplyProviderStatus> = {},
): ApplyProviderStatus => ({
  type: 'ApplyProviderStatus',
  at,
  inquiryId: 'inq_r1',
  providerStatus,
  providerEventId: 'evt_1',
  providerAt: minute(5),
  verifiedOn: 'approved',
  ...changes,
});
const ended = (requestId: string, status: 'failed' | 'declined' | 'expired') => [
  submitted(requestId),
  opened(requestId),
  changed(status, status, { requestId }),
];

describe('requesting verification', () => {
  it('records name, language and the version of the consent', () =>
    given()
      .when(submit({ locale: 'es' }))
      .then({
        type: 'KycSubmitted',
        data: { requestId: 'r2', fullName: 'Maya Okafor', consentVersion: '2026-11-01', locale: 'es' },
      }));

  it('requires consent', () =>
    given()
      .when(submit({ consent: false }))
      .thenRefused('consent_required'));

  it('requires a confirmed email address', () =>
    given()
      .when(submit({ emailConfirmed: false }))
      .thenRefused('email_not_confirmed'));

  it('continues a request without an open inquiry', () => given(submitted()).when(submit()).then());

  it.each(['created', 'pending'] as const)('continues an inquiry that is %s', (status) =>
    given(submitted(), opened(), changed(status, status)).when(submit()).then(),
  );

  it.each(['completed', 'needs_review'] as const)('is refused while documents are %s', (status) =>
    given(submitted(), opened(), changed(status, status)).when(submit()).thenRefused('verification_open'),
  );

  it('is refused for a verified sender, so that a new request cannot demote them', () =>
    given(submitted(), opened(), changed('verified', 'approved'))
      .when(submit())
      .thenRefused('already_verified'));

  it.each(['failed', 'declined', 'expired'] as const)('starts again after %s', (status) =>
    given(...ended('r1', status))
      .when(submit())
      .then(submitted('r2')),
  );

  it(`ends after ${String(KYC_ATTEMPT_LIMIT)} failed or declined attempts`, () => {
    const twice = [...ended('a', 'failed'), ...ended('b', 'declined')];
    given(...twice)
      .when(submit())
      .then(submitted('r2'));
    given(...twice, ...ended('c', 'failed'))
      .when(submit())
      .thenRefused('verification_attempts_exhausted');
  });

  it('does not count expired attempts', () => {
    const expired = ['a', 'b', 'c', 'd'].flatMap((id) => ended(id, 'expired'));
    given(...expired)
      .when(submit())
      .then(submitted('r2'));
    const failed = ['e', 'f', 'g'].flatMap((id) => ended(id, 'failed'));
    given(...failed, ...ended('h', 'expired'))
      .when(submit())
      .thenRefused('verification_attempts_exhausted');
  });
});

describe('opening the inquiry', () => {
  const open = (inquiryId: string, requestId = 'r1'): VerificationCommand => ({
    type: 'OpenInquiry',
    at,
    requestId,
    inquiryId,
  });

  it('links the inquiry to the request', () => given(submitted()).when(open('inq_r1')).then(opened()));
  it('keeps the first inquiry of a request', () =>
    given(submitted(), opened()).when(open('inq_other')).then());
  it('ignores an earlier request', () =>
    given(...ended('r1', 'failed'), submitted('r2'))
      .when(open('inq_late', 'r1'))
      .then());
});

describe('an update from the provider', () => {
  const pending = [submitted(), opened(), changed('pending', 'pending', { providerAt: minute(3) })];

  it.each([
    ['pending', 'pending'],
    ['completed', 'completed'],
    ['needs_review', 'needs_review'],
    ['approved', 'verified'],
    ['failed', 'failed'],
    ['declined', 'declined'],
    ['expired', 'expired'],
  ] as const)('%s is stored as %s', (providerStatus, status) =>
    given(submitted(), opened()).when(apply(providerStatus)).then(changed(status, providerStatus)),
  );

  it('verifies at completion if configured', () => {
    given(...pending)
      .when(apply('completed', { verifiedOn: 'completed' }))
      .then(changed('verified', 'completed'));
    given(...pending)
      .when(apply('approved', { verifiedOn: 'completed' }))
      .then(changed('verified', 'approved'));
  });

  it('changes nothing when it reports that the inquiry was created', () =>
    given(submitted(), opened()).when(apply('created')).then());

  it('changes nothing when it is late', () =>
    given(...pending)
      .when(apply('failed', { providerAt: minute(2) }))
      .then());

  it('changes nothing when it is repeated', () =>
    given(...pending, changed('verified', 'approved'))
      .when(apply('approved'))
      .then());

  it("changes nothing for another sender's inquiry or an earlier attempt's", () => {
    given(...pending)
      .when(apply('approved', { inquiryId: 'inq_foreign' }))
      .then();
    given(...ended('r1', 'failed'), submitted('r2'), opened('r2'))
      .when(apply('approved'))
      .then();
    given().when(apply('approved')).then();
  });

  it.each(PROVIDER_STATUSES.filter((status) => status !== 'approved' && status !== 'declined'))(
    'never removes the tier of a verified sender with a later %s',
    (status) =>
      given(...pending, changed('verified', 'approved'))
        .when(apply(status, { providerAt: minute(9) }))
        .then(),
  );

  it('removes the tier when the provider declines later', () =>
    given(...pending, changed('verified', 'approved'))
      .when(apply('declined', { providerAt: minute(9) }))
      .then(changed('declined', 'declined', { providerAt: minute(9) })));

  it('records nothing when a check finds the known status', () =>
    given(...pending)
      .when(apply('pending', { providerEventId: null, providerAt: minute(9) }))
      .then());

  it('replaces a lost webhook with a check', () =>
    given(...pending)
      .when(apply('approved', { providerEventId: null, providerAt: minute(9) }))
      .then(changed('verified', 'approved', { providerEventId: null, providerAt: minute(9) })));
});

describe('a lead who revokes a verification', () => {
  const revoke = (requestId = 'r1'): VerificationCommand => ({
    type: 'RevokeVerification',
    at,
    requestId,
    by: 'lena',
    reason: 'The document was reported stolen.',
  });
  const revoked: KycStatusChanged = {
    type: 'KycStatusChanged',
    data: {
      requestId: 'r1',
      status: 'declined',
      providerStatus: null,
      providerEventId: null,
      providerAt: null,
      by: 'lena',
      reason: 'The document was reported stolen.',
    },
  };
  const verified = [submitted(), opened(), changed('verified', 'approved')];

  it("declines the check, regardless of the provider's status", () =>
    given(...verified)
      .when(revoke())
      .then(revoked));

  it.each(PROVIDER_STATUSES)('is not overruled by a later %s of the same check', (status) =>
    given(...verified, revoked)
      .when(apply(status, { providerAt: minute(59), providerEventId: 'evt_late' }))
      .then(),
  );

  it('leaves its sender an attempt, as when the provider declines', () => {
    given(...verified, revoked)
      .when(submit())
      .then(submitted('r2'));
    given(...ended('a', 'failed'), ...ended('b', 'declined'), ...verified, revoked)
      .when(submit())
      .thenRefused('verification_attempts_exhausted');
  });

  it('holds again after a restore whose log has the check, in any status', () => {
    const again = { type: 'DecideAgain', id: 'ana', decision: revoked, at } as const;
    for (const known of [verified, [submitted()], [submitted(), opened()]])
      given(...known)
        .when(again)
        .then(revoked);
    given(...verified, revoked)
      .when(again)
      .then();
    given().when(again).thenRefused('not_verified');
  });

  it('is refused for a check that is not in force: an open one, an earlier one, one that was revoked', () => {
    given(submitted(), opened()).when(revoke()).thenRefused('not_verified');
    given(...ended('r0', 'declined'), ...verified)
      .when(revoke('r0'))
      .thenRefused('not_verified');
    given(...verified, revoked)
      .when(revoke())
      .thenRefused('not_verified');
    given().when(revoke()).thenRefused('not_verified');
  });
});

describe('provider events in any order and number', () => {
  const updates = fc.record({
    providerStatus: fc.constantFrom(...PROVIDER_STATUSES),
    providerAt: fc.integer({ min: 0, max: 20 }).map(minute),
    providerEventId: fc.uuid(),
  });

  function statusAfter(commands: readonly ApplyProviderStatus[]) {
    let state = verificationDecider.initialState();
    let index = 0;
    const record = (event: VerificationEvent | NameGiven) => {
      state = verificationDecider.evolve(state, recorded(event, index++));
    };
    [submitted(), opened()].forEach(record);
    for (const command of commands) verificationDecider.decide(command, state).forEach(record);
    return { status: state.latest?.status, recorded: index };
  }

  it('end in the same status', () => {
    const shuffles = fc.array(updates, { minLength: 1, maxLength: 12 }).chain((all) =>
      fc.tuple(
        fc.constant(all),
        fc.shuffledSubarray([...all, ...all, ...all], {
          minLength: all.length * 3,
          maxLength: all.length * 3,
        }),
      ),
    );
    fc.assert(
      fc.property(shuffles, ([inOrder, shuffled]) => {
        const sorted = [...inOrder].sort((one, other) => one.providerAt.localeCompare(other.providerAt));
        const expected = statusAfter(sorted.map((each) => apply(each.providerStatus, each)));
        const seen = statusAfter(shuffled.map((each) => apply(each.providerStatus, each)));
        expect(seen.status).toBe(expected.status);
      }),
      { numRuns: 3_000 },
    );
  });

  it('end in the status of the newest one, for realistic sequences of a check', () => {
    const courses: readonly (readonly [readonly ProviderStatus[], KycStatus])[] = [
      [['created', 'pending', 'completed', 'approved'], 'verified'],
      [['created', 'pending', 'completed', 'needs_review', 'approved', 'declined'], 'declined'],
      [['created', 'pending', 'expired', 'pending', 'completed', 'needs_review', 'approved'], 'verified'],
      [['created', 'pending', 'failed'], 'failed'],
      [['created', 'pending', 'expired', 'pending'], 'pending'],
      [['created', 'pending', 'completed', 'approved', 'declined', 'approved'], 'verified'],
    ];
    for (const [course, status] of courses) {
      const all = course.map((each, place) =>
        apply(each, { providerAt: minute(place), providerEventId: `evt_${String(place)}` }),
      );
      fc.assert(
        fc.property(fc.shuffledSubarray([...all, ...all], { minLength: all.length * 2 }), (shuffled) => {
          expect(statusAfter(shuffled).status).toBe(status);
        }),
        { numRuns: 500 },
      );
    }
  });
});

describe('a name', () => {
  const old = { firstName: 'Maya', lastName: 'Okafor' };
  const newName = { firstName: 'Maya', lastName: 'Lind' };
  const correct = { type: 'CorrectName', at, ...newName } as const;
  const given = specificationOf(verificationDecider);
  const named = (name = newName): NameGiven => ({ type: 'NameGiven', data: name });
  const repeated = (requestId = 'r2', name = newName): VerificationEvent => ({
    type: 'KycRepeated',
    data: { requestId, ...name, consentVersion: '2026-11-01', locale: 'en' },
  });
  const verified = [submitted(), opened(), changed('verified', 'approved')] as const;
  const revoked: KycStatusChanged = {
    type: 'KycStatusChanged',
    data: {
      requestId: 'r1',
      status: 'declined',
      providerStatus: null,
      providerEventId: null,
      providerAt: null,
      by: 'lead',
      reason: 'Stolen.',
    },
  };
  const asked = [...verified, repeated(), opened('r2')] as const;
  const answered = (status: KycStatus, providerStatus: ProviderStatus) =>
    changed(status, providerStatus, { requestId: 'r2' });
  const answer = (providerStatus: ProviderStatus) => apply(providerStatus, { inquiryId: 'inq_r2' });
  const failedThrice = ['a', 'b', 'c'].flatMap((id) => [
    repeated(id),
    opened(id),
    changed('failed', 'failed', { requestId: id }),
  ]);

  describe('that no check has confirmed', () => {
    it.each<{ readonly before: readonly (VerificationEvent | NameGiven)[] }>([
      { before: [] },
      { before: [named(old)] },
      { before: ended('r1', 'declined') },
      { before: ended('r1', 'expired') },
    ])('is corrected after $before', ({ before }) =>
      given(...before)
        .when(correct)
        .then(named()),
    );

    it('is not recorded again', () => given(named()).when(correct).then());

    it('is checked as it was given last, although the account has not followed', () =>
      given(named())
        .when(submit())
        .then({ ...submitted('r2'), data: { ...submitted('r2').data, fullName: 'Maya Lind' } } as never));

    it('stays while it is checked', () =>
      given(submitted()).when(correct).thenRefused('name_being_verified'));

    it('is not repeated', () => given().when(submit({ newName })).thenRefused('name_not_verified'));
  });

  describe('that a check has confirmed', () => {
    it.each([[verified], [[...verified, revoked]], [asked]])('stays: %#', (before) =>
      given(...before)
        .when(correct)
        .thenRefused('name_verified'),
    );

    it.each([[verified], [[...verified, revoked]], [[...asked, answered('failed', 'failed')]]])(
      'is checked again under a new one: %#',
      (before) =>
        given(...before)
          .when(submit({ newName, requestId: 'r3' }))
          .then(repeated('r3')),
    );

    it('is not checked again under the same one', () =>
      given(...verified)
        .when(submit({ newName: old }))
        .thenRefused('already_verified'));

    it('is checked once at a time, and continued under the same name only', () => {
      given(...asked)
        .when(submit({ newName }))
        .then();
      given(...asked)
        .when(submit())
        .then();
      given(...asked)
        .when(submit({ newName: old }))
        .thenRefused('verification_open');
      given(...asked, answered('completed', 'completed'))
        .when(submit({ newName }))
        .thenRefused('verification_open');
    });

    it('changes once the repeat is verified, and no earlier', () => {
      given(...asked)
        .when(answer('completed'))
        .then(answered('completed', 'completed'));
      given(...asked)
        .when(answer('declined'))
        .then(answered('declined', 'declined'));
      given(...asked)
        .when(answer('approved'))
        .then(answered('verified', 'approved'), named());
      given(...asked, answered('verified', 'approved'), named())
        .when(answer('approved'))
        .then();
    });

    it('leaves the verification of before in force, which the provider and leads can still end', () => {
      const late = { requestId: 'r1', providerAt: minute(9), providerEventId: 'evt_2' };
      given(...asked)
        .when(apply('declined', late))
        .then(changed('declined', 'declined', late));
      given(...asked)
        .when({ type: 'RevokeVerification', at, requestId: 'r1', by: 'lead', reason: 'Stolen.' })
        .then(revoked);
      given(...asked, answered('failed', 'failed'))
        .when(submit())
        .thenRefused('already_verified');
    });

    it('counts its failed checks like any other', () =>
      given(...verified, ...failedThrice)
        .when(submit({ newName }))
        .thenRefused('verification_attempts_exhausted'));
  });
});
