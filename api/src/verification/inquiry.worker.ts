import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Clock } from '../config/clock.js';
import { LeasedWorker } from '../subscriptions/leased-worker.js';
import { Vault } from '../vault/vault.port.js';
import { ViewStore } from '../view-store/view-store.port.js';
import type { KycRequest, KycStatus } from '../kernel/verification.js';
import { InquiryLooks } from './inquiry-looks.js';

const LOOK_EVERY_MS = 5 * 60_000;
/** Statuses that the provider may still change by itself. */
const OPEN_STATUSES: readonly KycStatus[] = ['created', 'pending', 'completed', 'needs_review'];
/** Most inquiries of one status looked at in a round, those first that changed longest ago. */
const LOOK_LIMIT = 100;

/** Looks at every open inquiry every five minutes, so that a lost webhook heals. The view only says where to look. */
@Injectable()
export class InquiryWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private worker: LeasedWorker | undefined;

  @Inject() private readonly looks!: InquiryLooks;

  constructor(
    private readonly vault: Vault,
    private readonly clock: Clock,
    private readonly views: ViewStore,
  ) {}

  onApplicationBootstrap(): void {
    this.worker = new LeasedWorker({
      name: 'inquiries',
      vault: this.vault,
      clock: this.clock,
      everyMs: LOOK_EVERY_MS,
      work: (signal) => this.lookAtOpen(signal),
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.worker?.stop();
  }

  /** One after the other: a provider that is away ends the round at its first silence. */
  private async lookAtOpen(signal: AbortSignal): Promise<void> {
    for (const status of OPEN_STATUSES) {
      const query = { by: 'byStatus', where: { status }, limit: LOOK_LIMIT };
      const { items } = await this.views.find<KycRequest>('kyc_requests', query);
      for (const { uid, inquiryId } of items) {
        if (signal.aborted) return;
        if (inquiryId !== null) await this.looks.look({ uid, inquiryId });
      }
    }
  }
}
