import { applyDecorators } from '@nestjs/common';
import { Refuses } from '../http/contract/refuses.js';
import { LimitedTo } from '../http/edge/route-options.js';

/** Of a caller, over all routes that write documents: writing one costs more than reading a page. */
const DOCUMENTS_PER_MINUTE = 30;

/** A route that answers with a document. */
export const WritesDocuments = (): MethodDecorator =>
  applyDecorators(LimitedTo(DOCUMENTS_PER_MINUTE, 'documents'), Refuses('busy'));
