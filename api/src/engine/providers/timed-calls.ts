import type { Histogram } from 'prom-client';
import { ProviderUnknown } from './provider-unknown.js';
import type { ProviderSettings } from '../../config/runtime.js';
import { unlessAborted } from '../waiting/time-limit.js';
import { DomainError } from '../../kernel/domain-error.js';

/** The operation that reads what a provider sends: others decide how often. */
const RECEIVES = 'parseWebhook';

/** What every adapter's calls are measured with, and what ends them. */
interface Surroundings {
  readonly metrics: { readonly calls: Pick<Histogram<'provider' | 'operation' | 'outcome'>, 'observe'> };
  readonly settings: Pick<ProviderSettings, 'stopping'>;
}

/**
 * The adapter of a provider with its asynchronous operations measured as flip_provider_call_duration_seconds. The outcome is
 * the `state` of the answer, `answered` or `none` without one; `unknown` without an answer, `refused`, or `error`, a
 * fault of ours. A call still open when the server stops for good ends with ProviderUnknown: its caller repeats it.
 */
export function timed<Adapter extends object>(
  adapter: Adapter,
  provider: string,
  { metrics, settings: { stopping } }: Surroundings,
): Adapter {
  return new Proxy(adapter, {
    get(target, operation) {
      const member: unknown = Reflect.get(target, operation);
      if (typeof member !== 'function') return member;
      if (operation === RECEIVES) return member.bind(target) as unknown;
      return (...given: readonly unknown[]): unknown => {
        const askedAt = performance.now();
        const observe = (outcome: string) => {
          const labels = { provider, operation: String(operation), outcome };
          metrics.calls.observe(labels, (performance.now() - askedAt) / 1_000);
        };
        const answer: unknown = Reflect.apply(member, target, given);
        if (!(answer instanceof Promise)) return answer;
        answer.then(
          (value: unknown) => observe(outcomeOf(value)),
          (error: unknown) => observe(failureOf(error)),
        );
        return unlessAborted(answer, stopping);
      };
    },
  });
}

function outcomeOf(answer: unknown): string {
  if (answer === null) return 'none';
  const { state } = Object(answer) as { readonly state?: unknown };
  return typeof state === 'string' ? state : 'answered';
}

function failureOf(error: unknown): string {
  if (error instanceof ProviderUnknown) return 'unknown';
  if (!(error instanceof DomainError)) return 'error';
  return error.code.endsWith('_unavailable') ? 'unknown' : 'refused';
}
