import fc from 'fast-check';
import { recorded, specificationOf } from '../event-sourcing/given-when-then.js';
import { KYC_ATTEMPT_LIMIT, type KycStatus } from '../kernel/verification.js';
import {
  type ApplyProviderStatus,
  type KycStatusChanged,
  PROVIDER_STATUSES,
  type ProviderStatus,
  type SubmitKyc,
  type VerificationCommand,
  verificationDecider,
  type VerificationEvent,
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
interface Told {
  readonly requestId?: string;
  readonly providerAt?: string;
  readonly providerEventId?: string | null;
}
const changed = (status: KycStatus, providerStatus: ProviderStatus, place: Told = {}): KycStatusChanged => {
  const where = { requestId: 'r1', providerEventId: 'evt_1', providerAt: minute(5), ...place };
  return { type: 'KycStatusChanged', data: { status, providerStatus, ...where } };
};
const told = (
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

describe('asking to be verified', () => {
  it('records name, language and the version of the consent', () =>
    given()
      .when(submit({ locale: 'es' }))
      .then({
        type: 'KycSubmitted',
        data: { requestId: 'r2', fullName: 'Maya Okafor', consentVersion: '2026-11-01', locale: 'es' },
      }));

  it('needs consent', () =>
    given()
      .when(submit({ consent: false }))
      .thenRefused('consent_required'));

  it('needs a confirmed e-mail address', () =>
    given()
      .when(submit({ emailConfirmed: false }))
      .thenRefused('email_not_confirmed'));

  it('continues a request whose inquiry could not be opened yet', () =>
    given(submitted()).when(submit()).then());

  it.each(['created', 'pending'] as const)('continues an inquiry that is %s', (status) =>
    given(submitted(), opened(), changed(status, status)).when(submit()).then(),
  );

  it.each(['completed', 'needs_review'] as const)('is refused while documents are %s', (status) =>
    given(submitted(), opened(), changed(status, status)).when(submit()).thenRefused('verification_open'),
  );

  it('is refused for who is verified, so that nobody is demoted by a new request', () =>
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

  it('does not count attempts that expired', () => {
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

  it('ties the inquiry to the request', () => given(submitted()).when(open('inq_r1')).then(opened()));
  it('keeps the first inquiry of a request', () =>
    given(submitted(), opened()).when(open('inq_other')).then());
  it('ignores an earlier request', () =>
    given(...ended('r1', 'failed'), submitted('r2'))
      .when(open('inq_late', 'r1'))
      .then());
});

describe('what the provider tells', () => {
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
    given(submitted(), opened()).when(told(providerStatus)).then(changed(status, providerStatus)),
  );

  it('verifies at completed where the deployment wants it so', () => {
    given(...pending)
      .when(told('completed', { verifiedOn: 'completed' }))
      .then(changed('verified', 'completed'));
    given(...pending)
      .when(told('approved', { verifiedOn: 'completed' }))
      .then(changed('verified', 'approved'));
  });

  it('changes nothing when it says that the inquiry was created', () =>
    given(submitted(), opened()).when(told('created')).then());

  it('changes nothing when it is late', () =>
    given(...pending)
      .when(told('failed', { providerAt: minute(2) }))
      .then());

  it('changes nothing when it was told before', () =>
    given(...pending, changed('verified', 'approved'))
      .when(told('approved'))
      .then());

  it('changes nothing about an inquiry of somebody else or of an earlier attempt', () => {
    given(...pending)
      .when(told('approved', { inquiryId: 'inq_foreign' }))
      .then();
    given(...ended('r1', 'failed'), submitted('r2'), opened('r2'))
      .when(told('approved'))
      .then();
    given().when(told('approved')).then();
  });

  it.each(PROVIDER_STATUSES.filter((status) => status !== 'approved' && status !== 'declined'))(
    'never takes the tier from a verified sender by a later %s',
    (status) =>
      given(...pending, changed('verified', 'approved'))
        .when(told(status, { providerAt: minute(9) }))
        .then(),
  );

  it('takes the tier when the provider declines later', () =>
    given(...pending, changed('verified', 'approved'))
      .when(told('declined', { providerAt: minute(9) }))
      .then(changed('declined', 'declined', { providerAt: minute(9) })));

  it('records nothing for a look that finds what is known', () =>
    given(...pending)
      .when(told('pending', { providerEventId: null, providerAt: minute(9) }))
      .then());

  it('heals a lost webhook by a look', () =>
    given(...pending)
      .when(told('approved', { providerEventId: null, providerAt: minute(9) }))
      .then(changed('verified', 'approved', { providerEventId: null, providerAt: minute(9) })));
});

describe('events of the provider in any order and number', () => {
  const news = fc.record({
    providerStatus: fc.constantFrom(...PROVIDER_STATUSES),
    providerAt: fc.integer({ min: 0, max: 20 }).map(minute),
    providerEventId: fc.uuid(),
  });

  function statusAfter(commands: readonly ApplyProviderStatus[]) {
    let state = verificationDecider.initialState();
    let index = 0;
    const record = (event: VerificationEvent) => {
      state = verificationDecider.evolve(state, recorded(event, index++));
    };
    [submitted(), opened()].forEach(record);
    for (const command of commands) verificationDecider.decide(command, state).forEach(record);
    return { status: state.latest?.status, recorded: index };
  }

  it('end in the same status', () => {
    const shuffles = fc.array(news, { minLength: 1, maxLength: 12 }).chain((all) =>
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
        const expected = statusAfter(sorted.map((each) => told(each.providerStatus, each)));
        const seen = statusAfter(shuffled.map((each) => told(each.providerStatus, each)));
        expect(seen.status).toBe(expected.status);
      }),
      { numRuns: 3_000 },
    );
  });

  it('end where the newest of them says, as the provider goes through a check', () => {
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
        told(each, { providerAt: minute(place), providerEventId: `evt_${String(place)}` }),
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
