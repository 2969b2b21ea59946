import { ProviderUnknown } from './provider-unknown.js';
import { DomainError } from '../../kernel/domain-error.js';
import { RequestMetrics } from '../../http/edge/log-and-metrics.js';
import { timed } from './timed-calls.js';

/** A provider with a given outcome for every operation. */
class Provider {
  private readonly name = 'pi_1';

  ask(end: unknown): Promise<unknown> {
    return end instanceof Error ? Promise.reject(end) : Promise.resolve(end);
  }
  parseWebhook(): Promise<string> {
    return Promise.resolve(this.name);
  }
  reference(): string {
    return this.name;
  }
}

async function counted(end: unknown): Promise<readonly string[]> {
  const metrics = new RequestMetrics();
  const provider = timed(new Provider(), 'stripe', { metrics, settings: {} });
  expect(provider.reference()).toBe('pi_1');
  await (end instanceof Error
    ? expect(provider.ask(end)).rejects.toBe(end)
    : expect(provider.ask(end)).resolves.toBe(end));
  const text = await metrics.text([], 0);
  return text.split('\n').filter((line) => line.startsWith('flip_provider_call_duration_seconds_count'));
}

it.each([
  ['its state', { state: 'captured', paymentRef: 'pi_1' }, 'captured'],
  ['an answer without one', { brand: 'visa' }, 'answered'],
  ['an answer whose state is no text', { state: { state: 'captured' } }, 'answered'],
  ['several answers', [{ state: 'captured' }], 'answered'],
  ['a success that tells nothing', undefined, 'answered'],
  ['nothing that was found', null, 'none'],
  ['no answer in time', new ProviderUnknown('late'), 'unknown'],
  ['no answer to a waiting caller', new DomainError('payments_unavailable'), 'unknown'],
  ['a refusal', new DomainError('card_not_found'), 'refused'],
  ['a fault of ours', new TypeError('x'), 'error'],
])('counts %s once, by its outcome', async (_, end, outcome) => {
  const labels = `provider="stripe",operation="ask",outcome="${outcome}"`;
  expect(await counted(end)).toEqual([`flip_provider_call_duration_seconds_count{${labels}} 1`]);
});

it('does not count webhooks, which others send', async () => {
  const metrics = new RequestMetrics();
  const provider = timed(new Provider(), 'stripe', { metrics, settings: {} });
  expect(await provider.parseWebhook()).toBe('pi_1');
  expect(await metrics.text([], 0)).not.toContain('operation="parseWebhook"');
});

it('is exposed next to the metrics of the process', async () => {
  const metrics = new RequestMetrics();
  for (let asked = 0; asked < 2; asked += 1)
    expect(await metrics.text([], 0)).toMatch(
      /^process_cpu_seconds_total .*^nodejs_eventloop_lag_p99_seconds /ms,
    );
});
