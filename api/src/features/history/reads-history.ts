import { LimitedTo } from '../../http/edge/route-options.js';

/** Of a member of staff, over all routes that fold a sender's whole history. */
const HISTORIES_PER_MINUTE = 30;

/** A route that folds a sender's whole history. */
export const ReadsHistory = (): MethodDecorator => LimitedTo(HISTORIES_PER_MINUTE, 'histories');
