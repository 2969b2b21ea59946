import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Gauge, type Registry } from 'prom-client';
import { Clock } from '../../config/clock.js';
import { Config } from '../../config/config.js';
import { Secrets } from '../../config/runtime.js';
import { type CardUser, networkIndex } from '../../http/edge/caller-network.js';
import { RequestMetrics } from '../../http/edge/log-and-metrics.js';
import { DomainError } from '../../kernel/domain-error.js';
import { GetTier } from '../lifecycle/payment/choose-card.js';
import { type AttemptBudget, AttemptLimiter, sweptWith } from '../../engine/vault/attempt-limiter.js';
import { Vault } from '../../engine/vault/vault.port.js';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;
/** Declines from one network: more than a shared one has on a bad day, too few to test stolen cards. */
const NETWORK_PER_HOUR = 60;
/** The one counter of all declines. */
const ALL = 'all';

interface Expected {
  readonly network: string;
}

/**
 * Declined cards, counted by network and in total, over all accounts: accounts are free. Where too many were declined,
 * the next card is refused before the processor is asked.
 */
@Injectable()
export class CardDeclines implements OnModuleInit {
  private readonly logger = new Logger('card-declines');
  private readonly ofNetwork = hourly('card-declines-network', NETWORK_PER_HOUR);
  private readonly ofAll: AttemptBudget;

  constructor(
    private readonly config: Config,
    private readonly limiter: AttemptLimiter,
    private readonly vault: Vault,
    private readonly commands: CommandBus,
    private readonly clock: Clock,
    private readonly metrics: RequestMetrics,
    private readonly secrets: Secrets,
  ) {
    this.ofAll = hourly('card-declines', config.CARD_DECLINES_PER_HOUR);
  }

  onModuleInit(): void {
    this.metrics.addReader((registry) => this.read(registry));
  }

  /** Verified senders are spared when the total is used up. @throws too_many_declines with the seconds to wait */
  async requireRoom({ uid, range }: CardUser): Promise<void> {
    const network = networkIndex(this.secrets, range);
    this.require('network', await this.limiter.waitFor(this.ofNetwork, network));
    const waitMs = await this.limiter.waitFor(this.ofAll, ALL);
    if (waitMs > 0 && (await this.commands.execute(new GetTier(uid))) === 'unverified')
      this.require('total', waitMs);
  }

  /** Notes where a transfer is paid from: the bank decides later, perhaps in another process. */
  async expectFrom({ range }: Pick<CardUser, 'range'>, transferId: string): Promise<void> {
    if (this.config.RATE_LIMIT === 'off') return;
    const network = networkIndex(this.secrets, range);
    const id = expectedId(transferId);
    const known = await this.vault.get<Expected>('attempts', id);
    if (known?.value.network === network) return;
    const record = { owner: sweptWith(this.clock.now()), value: { network } satisfies Expected };
    // Stale: another request pays the same transfer at the same time, and only one of both will.
    await this.vault.put('attempts', id, record, known?.version ?? null);
  }

  /** Counts a decline of a transfer's card. */
  async countFor(transferId: string): Promise<void> {
    const expected = await this.vault.get<Expected>('attempts', expectedId(transferId));
    await this.charge(expected?.value.network ?? null);
  }

  /** Counts a decline of a card that was only to be saved. */
  count({ range }: Pick<CardUser, 'range'>): Promise<void> {
    return this.charge(networkIndex(this.secrets, range));
  }

  /** A decline without a recorded network counts only in total. */
  private async charge(network: string | null): Promise<void> {
    if (network !== null && (await this.limiter.charge(this.ofNetwork, network)))
      this.logger.warn('too many cards declined from one network: its next ones are refused for now');
    if (await this.limiter.charge(this.ofAll, ALL))
      this.logger.warn('too many cards declined in total: unverified senders cannot pay for now');
  }

  private require(budget: 'network' | 'total', waitMs: number): void {
    if (waitMs <= 0) return;
    this.metrics.refusedCards.inc({ budget });
    throw new DomainError('too_many_declines', { seconds: Math.ceil(waitMs / SECOND_MS) });
  }

  private async read(registry: Registry): Promise<void> {
    const used = await this.limiter.usedShare(this.ofAll, ALL);
    const help =
      'Declined cards in relation to CARD_DECLINES_PER_HOUR; from 1 on, unverified senders cannot pay';
    new Gauge({ name: 'flip_card_declines_used_ratio', help, registers: [registry] }).set(used);
  }
}

const hourly = (name: string, count: number): AttemptBudget => ({
  name,
  burst: count,
  everyMs: HOUR_MS / count,
});

const expectedId = (transferId: string): string => `card-network:${transferId}`;
