import { CHECK_LISTS } from '@kernel/staff/identity-checks';
import { KYC_STATUSES } from './members';

const SHOWN = ['all', ...CHECK_LISTS];

/** The keys that the verification board builds from templates, as in text-families.ts. */
export const CHECK_TEMPLATES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'checks.columns.${name}': [['check', 'sender', 'status', 'last', 'took', 'attempt']],
  'checks.empty.${status}': [SHOWN],
  'checks.lists.${list}': [SHOWN],
  "checks.messages.${isRevoked ? 'revoked' : status}": [[...KYC_STATUSES, 'revoked']],
  'checks.states.${state}': [[...CHECK_LISTS, 'in_review', 'revoked']],
  "checks.steps.${name === null ? status : 'revoked'}": [[...KYC_STATUSES, 'revoked']],
};
