import { Command } from '@nestjs/cqrs';

/** Mails a person that a download of their data was requested, once per request. The accounts feature responds. */
export class NotifyOfExport extends Command<void> {
  constructor(
    readonly uid: string,
    /** UUID of the request. */
    readonly requestId: string,
  ) {
    super();
  }
}
