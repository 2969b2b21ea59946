import { Global, Module } from '@nestjs/common';
import { LostDecisions } from './lost-decisions.js';
import { SafetyCopier } from './safety-copier.js';

/** Decisions that survive a restore: copied while the application runs, taken again at its start. */
@Global()
@Module({ providers: [LostDecisions, SafetyCopier], exports: [LostDecisions, SafetyCopier] })
export class SafetyModule {}
