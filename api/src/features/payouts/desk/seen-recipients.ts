import { isoInstant } from '../../../config/clock.js';
import type { CommandRunner } from '../../../engine/commands/command-runner.js';
import { accessDecider, accessStreamOf } from '../../access/access.decider.js';

/** Over the end of a month, a recipient seen in the month before still counts as seen. */
const SEEN_FOR_MS = 28 * 24 * 60 * 60_000;

/** When a member of staff last saw the recipient of each of these transfers, from their own access stream. */
export async function seenRecipients(
  runner: CommandRunner,
  { staffUid, nowMs }: { readonly staffUid: string; readonly nowMs: number },
  transferIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const seen = new Map<string, string>();
  const streams = [nowMs - SEEN_FOR_MS, nowMs].map((at) => accessStreamOf(staffUid, isoInstant(at)));
  for (const stream of new Set(streams)) {
    const found = await runner.query(accessDecider, stream, (revealed) =>
      transferIds.map((id) => [id, revealed.get(id)] as const),
    );
    for (const [id, at] of found) if (at !== undefined) seen.set(id, at);
  }
  return seen;
}
