import type { Position } from '../../../event-sourcing/event.js';
import { BEGINNING } from '../../event-store/event-store.port.js';
import { SAGA_OWNER, type Vault } from '../../vault/vault.port.js';

/** A saga's checkpoint in the vault; no process can move it back. */
export class SagaCheckpoint {
  stored: Position = BEGINNING;
  private version: number | null = null;

  constructor(
    private readonly vault: Vault,
    private readonly saga: string,
  ) {}

  /** The position to continue from; a new saga begins at `first`, which is stored before anything else. */
  async open(first: Position): Promise<Position> {
    await this.load();
    if (this.version === null) await this.put(first);
    return this.stored;
  }

  async store(through: Position): Promise<void> {
    while (through > this.stored) await this.put(through);
  }

  private async put(through: Position): Promise<void> {
    const record = { owner: SAGA_OWNER, value: { through } };
    if ((await this.vault.put('checkpoint', this.saga, record, this.version)) === 'ok') {
      this.version = (this.version ?? 0) + 1;
      this.stored = through;
    } else {
      await this.load();
    }
  }

  private async load(): Promise<void> {
    const record = await this.vault.get<{ readonly through: Position }>('checkpoint', this.saga);
    if (!record) return;
    this.version = record.version;
    this.stored = record.value.through;
  }
}
