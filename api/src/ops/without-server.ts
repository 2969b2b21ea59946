import { NestFactory } from '@nestjs/core';
import { AppModule } from '../app.module.js';
import { type PreparedRuntime, providerSettings } from '../config/prepare-runtime.js';
import type { Say } from './operator-command.js';
import { runWritingCommand } from './writing-commands.js';

/**
 * Runs a writing command in an application of this process, which holds the data folder meanwhile. Nothing calls a
 * provider: commands are recorded, mail and webhooks wait for the next start. Resolves to the exit code.
 */
export async function writeWithoutServer(
  prepared: PreparedRuntime,
  words: readonly string[],
  say: Say,
): Promise<number> {
  const nowhere = { httpUrl: 'http://127.0.0.1:9', smtpUrl: 'smtp://127.0.0.1:9', outboxUrl: '' };
  const runtime = { ...prepared, providers: providerSettings(prepared, nowhere) };
  const app = await NestFactory.createApplicationContext(AppModule.forRoot(runtime), {
    logger: ['error', 'fatal'],
  });
  try {
    return await runWritingCommand(app, words, say);
  } finally {
    await app.close();
  }
}
