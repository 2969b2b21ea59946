import { ErasureWorker } from './erasure.worker.js';
import { Erasures } from './erasures.js';
import { GetRetention } from './get-retention.query.js';

/** What erases people whose retention has ended. */
export const erasureProviders = [GetRetention, Erasures, ErasureWorker];
