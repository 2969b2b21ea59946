import type { Position } from '../../event-sourcing/event.js';
import { SAGA_OWNER, type Vault } from '../vault/vault.port.js';
import { Wakeup } from '../waiting/wakeup.js';

/** Longest wait of a command for its copy; a file that cannot be written is named by the notices meanwhile. */
const COPY_WAIT_MS = 1_000;
/** How often the progress of another process is read. */
const LOOK_EVERY_MS = 50;

/** How far the safety decisions of the log are in the safety file. */
export const SAFETY_CHECKPOINT = { kind: 'checkpoint', id: 'safety-file', owner: SAGA_OWNER } as const;

/** The end of the file and the position in the log up to which it has all decisions. */
export interface SafetyProgress {
  readonly through: Position;
  /** The types of events that are copied; missing in what earlier versions kept. */
  readonly types?: readonly string[];
  readonly sequence: number;
  readonly chain: string;
}

/** By which the acknowledgement of a safety decision waits until the decision is in the safety file. */
export class SafetyCopies {
  private readonly wakeup = new Wakeup();
  /** A copier runs: before that, and without a file, no command waits. */
  isCopying = false;

  constructor(private readonly vault: Vault) {}

  /** The copies are further. */
  moved(): void {
    this.wakeup.wake();
  }

  /** Waits until everything up to `position` is copied, at most a second; the decision is recorded in any case. */
  async waitFor(position: Position): Promise<void> {
    const untilMs = performance.now() + COPY_WAIT_MS;
    while (this.isCopying && performance.now() < untilMs) {
      const { kind, id } = SAFETY_CHECKPOINT;
      const kept = await this.vault.get<SafetyProgress>(kind, id).catch(() => null);
      if (kept && kept.value.through >= position) return;
      await this.wakeup.wait(LOOK_EVERY_MS);
    }
  }
}
