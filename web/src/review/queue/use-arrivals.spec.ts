import { renderHook } from '@testing-library/react';
import type { CaseItem } from '@kernel/staff/compliance';
import { useArrivals } from './use-arrivals';

const cases = (...ids: readonly string[]) => ids.map((id) => ({ id }) as CaseItem);

it('holds back what arrives in a list, and begins anew with another list', () => {
  const { result, rerender } = renderHook(useArrivals, {
    initialProps: { of: 'open', cases: cases('one'), pages: 1, isReading: false },
  });
  const shown = () => [result.current.listed.map(({ id }) => id).join(' '), result.current.arrived];
  rerender({ of: 'open', cases: cases('two', 'one'), pages: 1, isReading: false });
  expect(shown()).toEqual(['one', 1]);
  rerender({ of: 'mine', cases: cases('two', 'one', 'three'), pages: 1, isReading: true });
  expect(shown()).toEqual(['two one three', 0]);
  rerender({ of: 'mine', cases: cases('two', 'four', 'one', 'three'), pages: 1, isReading: false });
  expect(shown()).toEqual(['two four one three', 0]);
  rerender({ of: 'mine', cases: cases('five', 'two', 'four', 'one', 'three'), pages: 1, isReading: false });
  expect(shown()).toEqual(['two four one three', 1]);
});
