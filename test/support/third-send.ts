import type { Browser } from './browser.js';
import { waitFor } from './wait-for.js';

interface Cases {
  /** Missing in a refusal while the view catches up. */
  readonly items?: readonly { readonly alert: { readonly txs: readonly string[] } }[];
}

/**
 * The sender's third transfer of the hour raises a case together with the two earlier ones, wherever log and vault were
 * moved: one case names all three. The only other case was raised by another sender's load.
 */
export async function expectThirdSendToRaise(
  analyst: Browser,
  early: readonly string[],
  sendThird: () => Promise<string>,
): Promise<void> {
  const openCases = async () =>
    (await analyst.get<Cases>('/api/compliance/cases?reviewed=false&limit=50')).body.items ?? [];
  await waitFor("the other sender's case", async () => (await openCases())[0]);
  expect(await openCases()).toHaveLength(1);
  const third = await sendThird();
  const raised = await waitFor('the case', async () =>
    (await openCases()).find(({ alert }) => alert.txs.includes(third)),
  );
  expect([...raised.alert.txs].sort()).toEqual([...early, third].sort());
  expect(await openCases()).toHaveLength(2);
}
