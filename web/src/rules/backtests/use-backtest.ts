import { useSWRConfig } from 'swr';
import type { StartBacktestRequest } from '@kernel/staff/backtests';
import { sendJson } from '../../lib/api/api';
import { keyOf, useRead } from '../../lib/api/reads';

/** How often a running backtest is read. */
const POLL_MS = 1_000;

/** A backtest of the user's, read again while it runs; null while there is none. */
export function useBacktest(id: string | null) {
  return useRead('/compliance/backtests/{id}', id === null ? null : { path: { id } }, {
    refreshInterval: (latest) => (latest?.state === 'running' ? POLL_MS : 0),
    dedupingInterval: POLL_MS / 2,
  });
}

/** The attempts behind one alert of a result; null while none is open. */
export function useBacktestAlert(id: string, transferId: string | null) {
  return useRead(
    '/compliance/backtests/{id}/alerts/{transferId}',
    transferId === null ? null : { path: { id, transferId } },
  );
}

/** Begins and cancels backtests. */
export function useBacktestCommands() {
  const { mutate } = useSWRConfig();
  return {
    start: async (body: StartBacktestRequest): Promise<string> => {
      const { id } = await sendJson('POST', '/compliance/backtests', { body });
      return id;
    },
    cancel: async (id: string): Promise<void> => {
      try {
        await sendJson('DELETE', '/compliance/backtests/{id}', { path: { id } });
      } finally {
        await mutate(keyOf('/compliance/backtests/{id}', { path: { id } }));
      }
    },
  };
}
