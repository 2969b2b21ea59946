import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Secrets } from '../../config/runtime.js';
import { streamId, type RecordedEvent } from '../../event-sourcing/event.js';
import { Features } from '../../event-sourcing/event-sourcing.module.js';
import { DomainError } from '../../kernel/domain-error.js';
import { newCommandContext } from '../commands/command-context.js';
import { CommandRunner } from '../commands/command-runner.js';
import { EncryptedEventLog } from '../event-store/encrypted-event-log.js';
import { StoreUnavailable } from '../storage/store-unavailable.js';
import { markSafety, SAFETY_DECISIONS, SAFETY_RUN, type SafetyMarker } from '../stores/restore-marker.js';
import { Vault } from '../vault/vault.port.js';
import { DamagedSafetyFile, SafetyFile } from './safety-file.js';

/** Most streams that a notice names; the log names all. */
const NAMED_LIMIT = 10;

/** Takes the safety decisions again that a restored log has lost, before anything else runs. */
@Injectable()
export class LostDecisions implements OnModuleInit {
  private readonly logger = new Logger('restore');

  constructor(
    private readonly vault: Vault,
    private readonly secrets: Secrets,
    private readonly log: EncryptedEventLog,
    private readonly runner: CommandRunner,
    private readonly features: Features,
  ) {}

  /** @throws DamagedSafetyFile, DamagedLog: without the file's decisions nothing is served */
  async onModuleInit(): Promise<void> {
    await this.decideAgain().catch((error: unknown) => {
      // A vault on servers may be away at the start: the copier comes back to it, and a notice says so.
      if (!(error instanceof StoreUnavailable)) throw error;
    });
  }

  /** Once after a restore that was given a file: the last decision of each kind counts. */
  async decideAgain(): Promise<void> {
    const marker = await this.marker();
    if (marker?.phase !== 'given') return;
    const file = await SafetyFile.open(marker.file, this.secrets);
    if (!file.had(marker.end))
      throw new DamagedSafetyFile(
        marker.file,
        'it is not the file that the restore was given; put that one back',
      );
    const lost = file.records.slice(marker.after).map(({ event }) => event);
    const lacking = new Set<string>();
    const last = new Map<string, RecordedEvent>();
    for (const entry of await this.log.decode(lost)) {
      // Its key is not in the vault: the restored log does not know the person.
      if ('undecodable' in entry) lacking.add(entry.stored.stream);
      else {
        const kind = this.kindOf(entry.event);
        if (kind !== null) last.set(`${entry.event.stream} ${kind}`, entry.event);
      }
    }
    for (const decision of last.values()) if (!(await this.isTaken(decision))) lacking.add(decision.stream);
    for (const stream of lacking)
      this.logger.warn(`${stream} is not in the restored log: its decision is lost`);
    this.logger.log(`${last.size} decisions of ${marker.file} hold again`);
    await markSafety(this.vault, { phase: 'applied', lacking: [...lacking].slice(0, NAMED_LIMIT) });
  }

  /** An operator has decided the lost decisions again. */
  async confirm(): Promise<void> {
    await markSafety(this.vault, { phase: 'confirmed' });
  }

  /** The notice for an operator after a restore; null when nothing is lost. */
  async notice(): Promise<string | null> {
    const marker = await this.marker();
    if (marker?.phase === 'given')
      return `restored: the decisions of ${marker.file} do not hold again yet; start the server once more`;
    const todo = 'decide them again, then run: npm run ops -- accept-lost-decisions';
    if (marker?.phase === 'without')
      return `restored without a safety file: ${SAFETY_DECISIONS} since ${marker.since} are lost; ${todo}`;
    return marker?.phase === 'applied' && marker.lacking.length > 0
      ? `decisions about ${marker.lacking.join(', ')} are lost, which the restored log lacks; ${todo}`
      : null;
  }

  private async marker(): Promise<SafetyMarker | undefined> {
    return (await this.vault.get<SafetyMarker>(SAFETY_RUN.kind, SAFETY_RUN.id))?.value;
  }

  private kindOf({ type, data }: RecordedEvent): string | null {
    const kind = this.log.declarations.get(type)?.safety?.(data as never);
    if (kind === undefined) throw new Error(`${type} is no safety decision`);
    return kind;
  }

  /** False where the log lacks what it is about. */
  private async isTaken({ type, data, stream }: RecordedEvent): Promise<boolean> {
    const decider = this.features.deciderAgain(type, stream);
    try {
      await this.runner.execute({
        decider,
        stream,
        context: newCommandContext({ kind: 'system', id: 'restore' }),
        command: { type: 'DecideAgain', id: streamId(stream), decision: { type, data } },
      });
      return true;
    } catch (error) {
      if (error instanceof DomainError) return false;
      throw error;
    }
  }
}
