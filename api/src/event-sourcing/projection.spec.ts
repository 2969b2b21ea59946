import { ReadsViews } from '../http/contract/position.interceptor.js';
import type { ViewStore } from '../engine/view-store/view-store.port.js';
import { tillsProjection, type TillRow } from '../../../test/support/till.js';

/** Compiled, never run: each line that must not compile says so. */
export const names = (views: ViewStore): readonly unknown[] => [
  views.get(tillsProjection, 'a') satisfies Promise<TillRow | null>,
  // @ts-expect-error -- a view has no second name
  views.get('tills', 'a'),
  // @ts-expect-error -- its documents are what its projection builds
  views.get(tillsProjection, 'a') satisfies Promise<{ readonly cents: number } | null>,
  // @ts-expect-error -- a reader waits for declared views only
  ReadsViews('tills'),
];

it('a view is named by its projection alone', () => {
  expect(tillsProjection).not.toHaveProperty('view');
});
