import { Command } from '@nestjs/cqrs';

/** An account that has an address, or had it. */
export interface EmailHolder {
  readonly uid: string;
  /** It has another address now; a closed account keeps its last one. */
  readonly isFormer: boolean;
}

/** The accounts that have, or had, an address, the newest first; erased ones are none of them. The accounts feature responds. */
export class HoldersOfEmail extends Command<readonly EmailHolder[]> {
  constructor(readonly email: string) {
    super();
  }
}
