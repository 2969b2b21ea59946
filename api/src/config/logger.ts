import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from './config.js';
import { TerminalLog } from './terminal-log.js';

/** JSON lines, on standard output unless `to` is given. Errors are logged by type, message and stack only. */
export function createLogger(config: Pick<Config, 'LOG_LEVEL'>, to?: DestinationStream): Logger {
  const options = {
    level: levelOf(config),
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: errorLine },
  };
  return to ? pino(options, to) : pino(options);
}

/** Where the log goes: readable lines for a person in test mode at a terminal, where LOG_LEVEL also decides on requests. */
export function logTarget(
  { TEST_MODE, LOG_LEVEL }: Pick<Config, 'TEST_MODE' | 'LOG_LEVEL'>,
  output: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>,
): DestinationStream | undefined {
  if (!TEST_MODE || !output.isTTY) return undefined;
  return new TerminalLog((text) => output.write(text), LOG_LEVEL !== undefined);
}

export const levelOf = ({ LOG_LEVEL }: Pick<Config, 'LOG_LEVEL'>): string => LOG_LEVEL ?? 'info';

/** Errors that end the start are also thrown, and main.ts prints them in one line. */
const PRINTED_BY_MAIN: ReadonlySet<unknown> = new Set(['ExceptionHandler', 'NestApplication']);

/** Nest's own messages: every route and module at start. Useful for debugging only. */
const FRAMEWORK: ReadonlySet<unknown> = new Set([
  'GraphInspector',
  'InstanceLoader',
  'NestApplication',
  'NestFactory',
  'RouterExplorer',
  'RoutesResolver',
]);

/** Sends messages through pino: our own at their level, Nest's for debugging. */
export function nestLogger(logger: Logger): LoggerService {
  const at =
    (level: 'info' | 'warn' | 'error' | 'fatal') =>
    (message: unknown, ...context: unknown[]): void => {
      const name = context.at(-1);
      const isForDebugging =
        (level === 'error' && PRINTED_BY_MAIN.has(name)) || (level === 'info' && FRAMEWORK.has(name));
      const own = isForDebugging ? 'debug' : level;
      const fields = typeof name === 'string' ? { context: name } : {};
      if (message instanceof Error) logger[own]({ ...fields, err: message }, message.name);
      else logger[own](fields, String(message));
    };
  return { log: at('info'), warn: at('warn'), error: at('error'), fatal: at('fatal') };
}

function errorLine(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  return { type: error.name, message: error.message, stack: error.stack };
}
