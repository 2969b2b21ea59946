import { Injectable } from '@nestjs/common';
import { RESTORE_RUN, type RestoreMarker } from '../../../engine/stores/restore-marker.js';
import { Vault } from '../../../engine/vault/vault.port.js';

/** Whether the processor's charges since a restored backup are listed; without a restore they are. */
@Injectable()
export class ListedCharges {
  private isSure = false;

  constructor(private readonly vault: Vault) {}

  /** Stores are restored while no process runs, so that a yes stays true. @throws StoreUnavailable */
  async areListed(): Promise<boolean> {
    return (this.isSure ||= await this.readNow());
  }

  private async readNow(): Promise<boolean> {
    const marker = await this.vault.get<RestoreMarker>(RESTORE_RUN.kind, RESTORE_RUN.id);
    return !marker || marker.value.phase === 'listed';
  }
}
