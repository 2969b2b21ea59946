import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedViewStore } from './embedded.js';

it('pages through a view', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'flip-views-'));
  const store = openEmbeddedViewStore(join(folder, 'views.db'));
  await store.declare([
    {
      name: 'p',
      version: 1,
      view: 'v',
      indexes: [
        { name: 'byUid', eq: ['uid'], sort: 'at' },
        { name: 'all', eq: [], sort: 'at' },
      ] as never,
    },
  ]);
  expect(await store.generations('p')).toEqual({ live: null, building: 1 });
  const writes = [1, 2, 3, 4, 5].map((n) => ({
    id: `d${n}`,
    document: { n, uid: 'a', at: `2020-0${n >> 1}` },
    position: `0${n}`,
    was: null,
  }));
  const batch = {
    projection: 'p',
    generation: 1,
    expect: null,
    next: '05',
    writes,
    parked: [{ position: '04', stream: 's', key: 'k', reason: 'r' }],
  };
  expect(await store.commit(batch)).toBe('ok');
  expect(await store.commit(batch)).toBe('stale');
  await store.promote('p', 1);
  expect(await store.get('v', 'd3')).toEqual(writes[2]?.document);
  for (const desc of [true, false])
    for (const by of ['byUid', 'all']) {
      let cursor: string | undefined;
      const seen: number[] = [];
      do {
        const page = await store.find<{ n: number }>('v', {
          by,
          where: by === 'all' ? {} : { uid: 'a' },
          desc,
          limit: 2,
          ...(cursor ? { cursor } : {}),
        });
        expect(
          JSON.parse(
            await store.findJson('v', {
              by,
              where: by === 'all' ? {} : { uid: 'a' },
              desc,
              limit: 2,
              ...(cursor ? { cursor } : {}),
            }),
          ),
        ).toEqual(page);
        seen.push(...page.items.map(({ n }) => n));
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      expect(seen).toEqual(desc ? [5, 4, 3, 2, 1] : [1, 2, 3, 4, 5]);
    }
  expect([...(await store.getMany('p', 1, ['d1', 'x'])).keys()]).toEqual(['d1']);
  expect(await store.begin('p')).toBe(2);
  await store.promote('p', 2);
  expect(await store.get('v', 'd3')).toBeNull();
  await store.drop('p', 1);
  await store.close();
  await rm(folder, { recursive: true });
});
