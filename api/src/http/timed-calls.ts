import { ProviderUnknown } from '../config/provider-unknown.js';
import { DomainError } from '../kernel/domain-error.js';
import type { RequestMetrics } from './log-and-metrics.js';

/**
 * The adapter of a provider with its asynchronous operations measured as flip_provider_call_duration_seconds. The outcome is
 * the `state` of the answer, `answered` or `none` without one; `unknown` without an answer, `refused`, or `error`, a
 * fault of ours.
 */
export function timed<Adapter extends object>(
  adapter: Adapter,
  provider: string,
  metrics: Pick<RequestMetrics, 'calls'>,
): Adapter {
  return new Proxy(adapter, {
    get(target, operation) {
      const member: unknown = Reflect.get(target, operation);
      if (typeof member !== 'function') return member;
      return (...given: readonly unknown[]): unknown => {
        const askedAt = performance.now();
        const observe = (outcome: string) => {
          const labels = { provider, operation: String(operation), outcome };
          metrics.calls.observe(labels, (performance.now() - askedAt) / 1_000);
        };
        const answer: unknown = Reflect.apply(member, target, given);
        if (answer instanceof Promise)
          answer.then(
            (value: unknown) => observe(outcomeOf(value)),
            (error: unknown) => observe(failureOf(error)),
          );
        return answer;
      };
    },
  });
}

function outcomeOf(answer: unknown): string {
  if (answer === null) return 'none';
  const { state = 'answered' } = Object(answer) as { readonly state?: string };
  return state;
}

function failureOf(error: unknown): string {
  if (error instanceof ProviderUnknown) return 'unknown';
  if (!(error instanceof DomainError)) return 'error';
  return error.code.endsWith('_unavailable') ? 'unknown' : 'refused';
}
