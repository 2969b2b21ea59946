import type { KycStatus } from '@kernel/people/verification';

/** Every member of a union: one that is missing here is a type error. */
export const every = <Member extends string>(members: Readonly<Record<Member, true>>) =>
  Object.keys(members) as Member[];

export const KYC_STATUSES = every<KycStatus>({
  submitted: true,
  created: true,
  pending: true,
  completed: true,
  needs_review: true,
  verified: true,
  failed: true,
  declined: true,
  expired: true,
});
