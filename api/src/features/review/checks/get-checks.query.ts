import { Injectable } from '@nestjs/common';
import { Clock, isoInstant } from '../../../config/clock.js';
import { ViewStore, type ViewPage, type ViewQuery } from '../../../engine/view-store/view-store.port.js';
import { COUNT_LIMIT } from '../../../kernel/counts.js';
import {
  CHECK_LISTS,
  listAt,
  STUCK_AFTER_MS,
  type CheckCounts,
  type CheckItem,
  type CheckList,
  type CheckPage,
} from '../../../kernel/staff/identity-checks.js';
import { maskName } from '../../../kernel/text/masks.js';
import { accountsProjection } from '../../accounts/account/accounts.projection.js';
import {
  identityChecksProjection,
  type IdentityCheck,
} from '../../verification/checks/identity-checks.projection.js';

/** More is not read. */
const COUNTED_LIMIT = COUNT_LIMIT + 1;
/** Most checks of one sender that are numbered; three of them can fail. */
const ATTEMPTS_LIMIT = 100;
/** The lists of all checks in their order, the longest unchanged open one first. */
const ALL_IN_ORDER = ['open', 'verified', 'declined', 'expired'] as const;
type Source = CheckList | (typeof ALL_IN_ORDER)[number];

interface ChecksRequest {
  /** The member of staff who reads them: staff never see their own checks. */
  readonly reader: string;
  /** Undefined = all. */
  readonly list: CheckList | undefined;
  readonly limit: number;
  readonly cursor: string | undefined;
}

/**
 * A page of identity checks: open ones that changed longest ago first, then ended ones, the newest of each list first.
 */
@Injectable()
export class GetChecks {
  constructor(
    private readonly views: ViewStore,
    private readonly clock: Clock,
  ) {}

  async execute({ reader, list, limit, cursor }: ChecksRequest): Promise<CheckPage> {
    const nowMs = this.clock.now();
    let [source, place] = list === undefined ? placeIn(cursor) : ([list, cursor] as const);
    const items: IdentityCheck[] = [];
    for (;;) {
      const page: ViewPage<IdentityCheck> = await this.views.find(identityChecksProjection, {
        ...sourceOf(source, nowMs),
        limit: limit - items.length,
        ...(place !== undefined && { cursor: place }),
      });
      items.push(...page.items.filter(({ uid }) => uid !== reader));
      const next = list === undefined ? placeAfter(source, page.nextCursor) : page.nextCursor;
      if (next === null || items.length === limit)
        return { items: await this.presented(items, nowMs), nextCursor: next };
      [source, place] = list === undefined ? placeIn(next) : ([list, next] as const);
    }
  }

  private async presented(checks: readonly IdentityCheck[], nowMs: number): Promise<CheckItem[]> {
    return Promise.all(checks.map((check) => presentCheck(this.views, check, nowMs)));
  }
}

/** How many checks each list has. */
@Injectable()
export class GetCheckCounts {
  constructor(
    private readonly views: ViewStore,
    private readonly clock: Clock,
  ) {}

  async execute(reader: string): Promise<CheckCounts> {
    const counts = await Promise.all(
      CHECK_LISTS.map(async (list) => {
        const query = { ...sourceOf(list, this.clock.now()), limit: COUNTED_LIMIT };
        const { items } = await this.views.find(identityChecksProjection, query);
        return [list, items.filter(({ uid }) => uid !== reader).length] as const;
      }),
    );
    return Object.fromEntries(counts) as Record<CheckList, number>;
  }
}

/** A check as staff see it, with the number of its attempt. */
export async function presentCheck(
  views: ViewStore,
  check: IdentityCheck,
  nowMs: number,
): Promise<CheckItem> {
  const { id, uid, status, isRevoked, createdAt, updatedAt } = check;
  const [account, { items: attempts }] = await Promise.all([
    views.get(accountsProjection, uid),
    views.find(identityChecksProjection, { by: 'bySender', where: { uid }, limit: ATTEMPTS_LIMIT }),
  ]);
  return {
    id,
    uid,
    status,
    isRevoked,
    createdAt,
    updatedAt,
    list: listAt(check, nowMs),
    senderName: maskName(account),
    attempt: Math.max(1, attempts.findIndex((one) => one.id === id) + 1),
  };
}

const stuckBefore = (nowMs: number): string => isoInstant(nowMs - STUCK_AFTER_MS);

function sourceOf(source: Source, nowMs: number): Pick<ViewQuery, 'by' | 'where' | 'from' | 'to' | 'desc'> {
  const open = { by: 'byOpen', where: { isOpen: true } };
  switch (source) {
    case 'open':
      return open;
    case 'stuck':
      return { ...open, to: stuckBefore(nowMs) };
    case 'in_progress':
      return { ...open, from: stuckBefore(nowMs) };
    default:
      return { by: 'byEnd', where: { ended: source }, desc: true };
  }
}

/** A cursor over all lists names the list that it is in: `verified:…`; without a rest it is that list's beginning. */
function placeIn(cursor: string | undefined): readonly [Source, string | undefined] {
  const list = ALL_IN_ORDER.find((one) => cursor?.startsWith(`${one}:`));
  // Any other cursor is refused by the store.
  if (list === undefined) return ['open', cursor];
  const rest = cursor?.slice(list.length + 1);
  return [list, rest === '' ? undefined : rest];
}

function placeAfter(source: Source, nextCursor: string | null): string | null {
  if (nextCursor !== null) return `${source}:${nextCursor}`;
  const next = ALL_IN_ORDER[ALL_IN_ORDER.findIndex((one) => one === source) + 1];
  return next === undefined ? null : `${next}:`;
}
