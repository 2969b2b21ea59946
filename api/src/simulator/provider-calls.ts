/** Counts the calls that the product makes to each part of the simulated providers' APIs, whatever their outcome. */
export class ProviderCalls {
  private readonly counts = new Map<string, number>();

  /** `kind` names the provider and the call: `stripe.payment_intents.capture`. */
  count(kind: string): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
  }

  /** Since the simulator started. */
  get all(): { readonly total: number; readonly calls: Readonly<Record<string, number>> } {
    const total = [...this.counts.values()].reduce((sum, count) => sum + count, 0);
    return { total, calls: Object.fromEntries([...this.counts].sort()) };
  }
}
