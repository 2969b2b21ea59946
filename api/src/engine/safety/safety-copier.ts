import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { Secrets } from '../../config/runtime.js';
import type { Position } from '../../event-sourcing/event.js';
import { Features } from '../../event-sourcing/event-sourcing.module.js';
import { errorText } from '../../kernel/error-code.js';
import { SAFETY_CHECKPOINT, SafetyCopies, type SafetyProgress } from '../commands/safety-copies.js';
import { EncryptedEventLog } from '../event-store/encrypted-event-log.js';
import { BEGINNING, type FollowedPage } from '../event-store/event-store.port.js';
import { ApplicationWorker } from '../subscriptions/workers/application-worker.js';
import { SAFETY_DECISIONS } from '../stores/restore-marker.js';
import { updateRecord } from '../vault/update-record.js';
import { LostDecisions } from './lost-decisions.js';
import { DamagedSafetyFile, SafetyFile } from './safety-file.js';

const LOOK_EVERY_MS = 1_000;
/** While no decision is made, the place to continue from is kept this often. */
const KEEP_EVERY_MS = 60_000;

/** Copies every safety decision of the log to the safety file, as it is stored: the one process that holds the lease does. */
@Injectable()
export class SafetyCopier extends ApplicationWorker {
  protected readonly name = 'safety-file';
  protected readonly everyMs = LOOK_EVERY_MS;
  private readonly types: readonly string[];
  private readonly prefixes: readonly string[];
  private keptAtMs = 0;
  private failure: string | null = null;

  constructor(
    private readonly config: Config,
    private readonly secrets: Secrets,
    private readonly log: EncryptedEventLog,
    private readonly copies: SafetyCopies,
    private readonly lost: LostDecisions,
    { events, safety }: Features,
  ) {
    super();
    this.types = events.filter((event) => event.safety).map(({ type }) => type);
    this.prefixes = [...new Set(safety.map(({ prefix }) => prefix))];
  }

  override onApplicationBootstrap(): void {
    this.copies.isCopying = !this.rests();
    super.onApplicationBootstrap();
  }

  /** It calls no provider, so it also runs for a command of an operator without a server. */
  protected override rests(): boolean {
    return this.config.SAFETY_FILE === undefined;
  }

  /** The notice for an operator about the file; null without one. */
  notice(): string | null {
    const { SAFETY_FILE: file, NODE_ENV } = this.config;
    if (file !== undefined) return this.failure;
    return NODE_ENV === 'production'
      ? `SAFETY_FILE is not set: a restore undoes ${SAFETY_DECISIONS} since the backup`
      : null;
  }

  protected async work(signal: AbortSignal): Promise<void> {
    // Where the vault was away at the start.
    await this.lost.decideAgain();
    const { SAFETY_FILE: path } = this.config;
    if (path === undefined) return;
    try {
      await this.copy(path, signal);
    } catch (error) {
      if (!signal.aborted) this.failure = `decisions are not copied to SAFETY_FILE: ${errorText(error)}`;
      throw error;
    }
  }

  private async copy(path: string, signal: AbortSignal): Promise<void> {
    const file = await SafetyFile.open(path, this.secrets);
    await file.prepare();
    for await (const page of this.log.followStored({
      after: await this.place(path, file),
      prefixes: this.prefixes,
      signal,
    })) {
      await this.take(page, file);
      this.failure = null;
      this.succeeded();
    }
  }

  /** Where to continue; a new file has nothing yet. @throws DamagedSafetyFile for a file that lacks what was copied */
  private async place(path: string, file: SafetyFile): Promise<Position> {
    const { kind, id } = SAFETY_CHECKPOINT;
    const kept = await this.vault.get<SafetyProgress>(kind, id);
    if (!kept || file.end.sequence === 0) return BEGINNING;
    if (!file.had(kept.value))
      throw new DamagedSafetyFile(
        path,
        'it is not the file that was written so far; name a new one, or put it back',
      );
    // Since an update more types are safety decisions: those of before are copied too, the others are in the file already.
    const isOfThese = this.types.every((type) => kept.value.types?.includes(type));
    return isOfThese ? kept.value.through : BEGINNING;
  }

  private async take({ events, through }: FollowedPage, file: SafetyFile): Promise<void> {
    const decisions = events.filter(({ type }) => this.types.includes(type));
    await file.append(decisions);
    const isDue = performance.now() - this.keptAtMs >= KEEP_EVERY_MS;
    if (decisions.length === 0 && !isDue) return;
    const { kind, id, owner } = SAFETY_CHECKPOINT;
    const value: SafetyProgress = { through, types: this.types, ...file.end };
    await updateRecord(this.vault, { kind, id }, () => ({ put: { owner, value }, result: undefined }));
    this.keptAtMs = performance.now();
    this.copies.moved();
  }
}
