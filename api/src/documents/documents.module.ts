import { Module } from '@nestjs/common';
import { Documents } from './documents.js';
import { DocumentTexts } from './document-texts.js';

/** The one thread that writes documents, and their texts. */
@Module({ providers: [Documents, DocumentTexts], exports: [Documents, DocumentTexts] })
export class DocumentsModule {}
