import { commitCases } from './commit.contract.js';
import type { ViewStoreUnderTest } from './contract-fixture.contract.js';
import { findCases } from './find.contract.js';
import { generationCases } from './generation.contract.js';

/** What every view store keeps to. Another adapter is one more call of this function. */
export function viewStoreContract(name: string, open: () => Promise<ViewStoreUnderTest>): void {
  describe(`view store contract: ${name}`, () => {
    describe('get and find', () => findCases(open));
    describe('commit into the live generation', () => commitCases(open, 'live'));
    describe('commit into a generation being built', () => commitCases(open, 'building'));
    describe('generations', () => generationCases(open));
  });
}
