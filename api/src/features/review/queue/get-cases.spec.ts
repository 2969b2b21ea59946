import { InMemoryViews, openInMemoryViewStore } from '../../../../../test/support/in-memory-view-store.js';
import type { SuspiciousTransaction } from '../../../kernel/staff/compliance.js';
import { GetCases } from './get-cases.query.js';
import { accountsProjection } from '../../accounts/account/accounts.projection.js';
import { suspiciousTransactionsProjection as projection } from '../cases/suspicious-transactions.projection.js';

const position = (index: number) => String(index).padStart(20, '0');

/** Cases in the order of their ids: one a minute, about a sender unless `uid` is given. */
async function deskWith(
  ...cases: readonly (Pick<SuspiciousTransaction, 'id' | 'reviewed'> & {
    readonly uid?: string;
    readonly atRiskCents?: number;
  })[]
) {
  const views = openInMemoryViewStore(new InMemoryViews());
  await views.declare([projection, accountsProjection]);
  const generation = await views.begin(projection.name);
  await views.commit({
    projection: projection.name,
    generation,
    expect: null,
    next: position(cases.length),
    writes: cases.map((one, index) => ({
      id: one.id,
      document: {
        uid: 'sender',
        status: 'open',
        atRiskCents: 0,
        ...one,
        createdAt: new Date(Date.parse('2026-11-01T12:00:00.000Z') + index * 60_000).toISOString(),
      },
      position: position(index + 1),
      was: null,
    })),
    parked: [],
  });
  await views.promote(projection.name, generation);
  await views.promote(accountsProjection.name, await views.begin(accountsProjection.name));
  const desk = new GetCases(views, { now: () => Date.parse('2026-11-20T12:00:00.000Z') });
  return {
    desk,
    /** The ids on each page of the list, to its end. */
    async pages(filter: { readonly reviewed?: boolean; readonly limit: number }) {
      const pages: string[] = [];
      let cursor: string | null | undefined;
      while (cursor !== null) {
        const page = await desk.execute({ reader: 'analyst', ...filter, cursor });
        pages.push(page.items.map(({ id }) => id).join(' '));
        cursor = page.nextCursor;
      }
      return pages;
    },
  };
}

describe('the list of cases', () => {
  const five = [
    { id: 'a', reviewed: false },
    { id: 'b', reviewed: true },
    { id: 'c', reviewed: false },
    { id: 'd', reviewed: true },
    { id: 'e', reviewed: false },
  ];

  it('begins with the open case that is due next', async () =>
    expect(await (await deskWith(...five)).pages({ reviewed: false, limit: 2 })).toEqual(['a c', 'e']));

  it('shows the latest reviewed case first', async () =>
    expect(await (await deskWith(...five)).pages({ reviewed: true, limit: 1 })).toEqual(['d', 'b']));

  it('continues after the open cases with the reviewed ones', async () =>
    expect(await (await deskWith(...five)).pages({ limit: 2 })).toEqual(['a c', 'e', 'd b']));

  it('is complete without open cases', async () =>
    expect(await (await deskWith({ id: 'b', reviewed: true })).pages({ limit: 2 })).toEqual(['b']));

  it('never shows a case about its reader, nor a page without cases because of one', async () => {
    const desk = await deskWith(
      { id: 'a', reviewed: false, uid: 'analyst' },
      { id: 'b', reviewed: false, uid: 'analyst' },
      { id: 'c', reviewed: false },
      { id: 'd', reviewed: true, uid: 'analyst' },
    );
    expect(await desk.pages({ reviewed: false, limit: 1 })).toEqual(['c']);
    expect(await desk.pages({ limit: 3 })).toEqual(['c', '']);
    expect(await desk.pages({ reviewed: true, limit: 3 })).toEqual(['']);
  });

  it('searches a long list for matches in full pages, and reports when it has not searched all of it', async () => {
    const many = Array.from({ length: 2_500 }, (_, index) => ({
      id: String(index).padStart(4, '0'),
      reviewed: false,
      atRiskCents: index % 100 === 99 ? 90_000 : 0,
    }));
    const { desk } = await deskWith(...many);
    const search = (cursor?: string) =>
      desk.execute({ reader: 'analyst', list: 'open', minAtRiskCents: 1, limit: 3, cursor });
    const pages: string[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page = await search(cursor);
      pages.push(page.items.map(({ id }) => id).join(' '));
      cursor = page.nextCursor;
    }
    expect(pages.slice(0, 2)).toEqual(['0099 0199 0299', '0399 0499 0599']);
    expect(pages.join(' ').split(' ')).toHaveLength(25);
    const rare = await desk.execute({ reader: 'analyst', list: 'open', minAtRiskCents: 90_001, limit: 3 });
    expect([rare.items, rare.cut, rare.nextCursor === null]).toEqual([[], true, false]);
    const highest = { list: 'open', minAtRiskCents: 90_001, sort: 'atRisk', limit: 3 } as const;
    const sorted = await desk.execute({ reader: 'analyst', ...highest });
    expect(sorted).toEqual({ items: [], cut: false, nextCursor: null });
  });
});
