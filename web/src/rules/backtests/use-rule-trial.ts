import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { alertsTooOften, WARNING_DAYS, type Backtest, type BacktestResult } from '@kernel/staff/backtests';
import type { RuleDefinitionOnWire, RuleDetail } from '@kernel/staff/rule-views';
import { useBacktest, useBacktestCommands } from './use-backtest';

const DAY_MS = 24 * 60 * 60_000;

/** What a draft would have done in the last month, for the lead who activates it. */
export type Trial =
  | { readonly state: 'running'; readonly progress: number }
  | {
      readonly state: 'done';
      readonly alerts: number;
      readonly attempts: number;
      /** Of the version in force; null without one. */
      readonly before: number | null;
      readonly isTooOften: boolean;
    }
  /** It could not be run; the draft can be activated all the same. */
  | { readonly state: 'failed'; readonly error: unknown };

/** Runs the definition over the last WARNING_DAYS as soon as it is shown; `leave` stops it. */
export function useRuleTrial(
  rule: RuleDetail,
  definition: RuleDefinitionOnWire,
): { readonly trial: Trial; readonly leave: () => void } {
  const { start, cancel } = useBacktestCommands();
  const [id, setId] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const isBegun = useRef(false);
  const { data, error } = useBacktest(id);
  const begin = useEffectEvent(async () => {
    const nowMs = Date.now();
    const [from, to] = [nowMs - WARNING_DAYS * DAY_MS, nowMs].map((ms) => new Date(ms).toISOString());
    const against = rule.status === 'active' ? { against: rule.id } : {};
    try {
      setId(await start({ definition, from: from ?? '', to: to ?? '', ...against }));
    } catch (refused) {
      setFailure(refused);
    }
  });
  useEffect(() => {
    // A development build mounts everything twice.
    if (isBegun.current) return;
    isBegun.current = true;
    void begin();
  }, []);
  return {
    trial: trialOf(data, failure ?? error),
    leave: () => {
      if (id !== null && data?.state === 'running') void cancel(id).catch(() => undefined);
    },
  };
}

function trialOf(data: Backtest | undefined, failure: unknown): Trial {
  if (data?.result) return foundBy(data.result);
  if (failure !== null && failure !== undefined) return { state: 'failed', error: failure };
  if (data?.state === 'cancelled') return { state: 'failed', error: null };
  return { state: 'running', progress: data?.progress ?? 0 };
}

function foundBy(result: BacktestResult): Trial {
  const { alerts, attempts, against } = result;
  const before = against && against.alerts;
  return { state: 'done', alerts, attempts, before, isTooOften: alertsTooOften(result) };
}
