import { ErasureWorker } from './erasure.worker.js';
import { Erasures } from './erasures.js';
import { GetErasureDueHandler } from './get-erasure-due.handler.js';
import { GetRetention } from './get-retention.query.js';

/** What erases people whose retention has ended, and says when that is. */
export const erasureProviders = [GetRetention, GetErasureDueHandler, Erasures, ErasureWorker];
