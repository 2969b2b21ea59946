interface Member {
  readonly holder: string | number;
  readonly partitions: readonly number[];
}

export function partitionOf(transferId: string, partitions: number): number;
export function divide(
  members: readonly Member[],
  holder: string | number,
  partitions: number,
): Readonly<Record<'kept' | 'surplus' | 'taken', readonly number[]>> & { readonly place: number };
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
