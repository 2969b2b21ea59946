import { commitCases } from './view-store-commit.contract.js';
import type { ViewStoreUnderTest } from '../support/view-store-fixture.js';
import { findCases } from './view-store-find.contract.js';
import { generationCases } from './view-store-generation.contract.js';

/** The contract of every view store; each adapter calls this function. */
export function viewStoreContract(name: string, open: () => Promise<ViewStoreUnderTest>): void {
  describe(`view store contract: ${name}`, () => {
    describe('get and find', () => findCases(open));
    describe('commit into the live generation', () => commitCases(open, 'live'));
    describe('commit into a generation being built', () => commitCases(open, 'building'));
    describe('generations', () => generationCases(open));
  });
}
