import { ErasureWorker } from './erasure.worker.js';
import { Erasures } from './erasures.js';
import { GetErasureDueHandler } from './get-erasure-due.handler.js';
import { GetRetention } from './get-retention.query.js';

/** The providers that erase people after the end of retention, and compute when that is. */
export const erasureProviders = [GetRetention, GetErasureDueHandler, Erasures, ErasureWorker];
