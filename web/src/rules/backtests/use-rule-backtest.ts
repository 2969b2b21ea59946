import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Backtest } from '@kernel/staff/backtests';
import type { RuleDetail } from '@kernel/staff/rule-views';
import { useMe } from '../../accounts/use-session';
import { useSend } from '../../lib/api/use-send';
import { boundsOf, firstPeriod, type ChosenPeriod, type PeriodProblem } from './backtest-period';
import { useBacktest, useBacktestCommands } from './use-backtest';
import type { RuleEditing } from '../editor/use-rule-editing';

/** The backtest of a rule's page, whose id is in the address. */
export interface RuleBacktest {
  readonly id: string | null;
  readonly data: Backtest | undefined;
  /** Why it could not be read. */
  readonly error: unknown;
  readonly retry: () => void;
  readonly period: ChosenPeriod;
  readonly choosePeriod: (period: ChosenPeriod) => void;
  readonly periodProblem: PeriodProblem | null;
  readonly run: () => void;
  readonly isStarting: boolean;
  /** Why it was not begun. */
  readonly startError: unknown;
  readonly cancel: () => void;
  readonly isCancelling: boolean;
  readonly cancelError: unknown;
}

/** Runs a definition, saved or not, and the version in force. */
export function useRuleBacktest(rule: RuleDetail | null, editing: RuleEditing): RuleBacktest {
  const [parameters, setParameters] = useSearchParams();
  const { uid, roles } = useMe();
  const { draft = null } = rule ?? {};
  // Its author and leads, who activate it, see what was run of a draft.
  const tried = draft?.by === uid || roles.includes('lead') ? draft?.backtest : null;
  const id = parameters.get('backtest') ?? tried ?? null;
  const { data, error, mutate } = useBacktest(id);
  const commands = useBacktestCommands();
  const [period, setPeriod] = useState(() => firstPeriod(Date.now()));
  const [periodProblem, setPeriodProblem] = useState<PeriodProblem | null>(null);
  const start = useSend(commands.start, {
    onSuccess: (started) => {
      setParameters({ backtest: started }, { replace: true });
    },
  });
  const cancel = useSend(commands.cancel);
  const run = () => {
    const definition = editing.complete();
    if (!definition || data?.state === 'running') return;
    const bounds = boundsOf(period, rule?.draft?.at ?? null, Date.now());
    if ('problem' in bounds) {
      setPeriodProblem(bounds);
      return;
    }
    const against = rule?.status === 'active' ? { against: rule.id } : {};
    void start.trigger({ definition, ...bounds, ...against });
  };
  return {
    id,
    data,
    error,
    period,
    periodProblem,
    run,
    retry: () => void mutate(),
    choosePeriod: (chosen) => {
      setPeriodProblem(null);
      setPeriod(chosen);
    },
    isStarting: start.isMutating,
    startError: start.error,
    cancel: () => {
      if (id !== null) void cancel.trigger(id);
    },
    isCancelling: cancel.isMutating,
    cancelError: cancel.error,
  };
}
