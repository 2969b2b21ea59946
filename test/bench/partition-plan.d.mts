export function partitionOf(transferId: string, partitions: number): number;
export function simulate(
  plan: Readonly<
    Record<'processes' | 'partitions' | 'perSecond' | 'parallel' | 'callMs', number> & {
      killAtMs?: number;
      joinAtMs?: number;
    }
  >,
  transfers: readonly { readonly atMs: number; readonly partition: number }[],
  random: () => number,
): readonly { readonly process: number; readonly readyMs: number; readonly beganMs: number }[];
