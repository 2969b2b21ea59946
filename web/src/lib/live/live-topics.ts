import { EVERYTHING, topics } from '@kernel/live';
import type { ReadKey } from '../api/reads';
import type { PathOf } from '../api/requests';

/** What each topic changes: whatever these paths answer. With an id it is the answer about that one alone. */
const READS: { readonly [Topic in keyof typeof topics]: readonly PathOf<'get'>[] } = {
  // The session itself is above the cache of a user.
  me: ['/me/email'],
  allowance: ['/allowance'],
  cards: ['/cards'],
  preferences: ['/preferences'],
  recipients: ['/recipients'],
  transfers: [
    ...(['/transfers', '/transfers/total', '/shares', '/me/close'] as const),
    ...(['/statements', '/statements/{month}/transfers'] as const),
  ],
  transfer: ['/transfers/{id}', '/transfers/{id}/receipt'],
  verification: ['/verification'],
  cases: [
    '/compliance/cases',
    '/compliance/cases/{id}',
    '/compliance/case-counts',
    '/compliance/overview',
    '/compliance/senders/{uid}',
  ],
  rules: ['/compliance/rules', '/compliance/rules/{id}'],
  checks: [
    '/compliance/verifications',
    '/compliance/verifications/{requestId}',
    '/compliance/verification-counts',
  ],
  payouts: ['/compliance/payouts', '/compliance/payouts/{transferId}', '/compliance/strays'],
};

/** Read on request only, because each read is recorded as an access; and what changes with a deployment alone. */
const NEVER_LIVE: ReadonlySet<string> = new Set<PathOf<'get'>>([
  '/compliance/transfers/{id}/replay',
  '/compliance/senders/{uid}/replay',
  '/compliance/senders/{uid}/at',
  '/compliance/senders/{uid}/activity',
  '/config',
  '/fees/schedule',
]);

/** Whether what is cached under a key may have changed: `transfer:{id}` changes one transfer, `transfers` every list of them. */
export function isAffected(key: unknown, changed: readonly string[]): boolean {
  if (!isReadKey(key)) return false;
  const [path, request] = key;
  return changed.some((topic) => {
    if (topic === EVERYTHING) return !NEVER_LIVE.has(path);
    const [name = '', id] = topic.split(':');
    const isOfTopic = isTopic(name) && READS[name].includes(path);
    return isOfTopic && (id === undefined || request.path?.['id'] === id);
  });
}

const isTopic = (name: string): name is keyof typeof topics => Object.hasOwn(READS, name);

const isReadKey = (key: unknown): key is ReadKey => Array.isArray(key) && typeof key[1] === 'object';
