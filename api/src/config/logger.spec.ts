import pino from 'pino';
import { nestLogger } from './logger.js';

/** What a server logs by default. */
function linesOf(say: (logger: ReturnType<typeof nestLogger>) => void): readonly object[] {
  const lines: object[] = [];
  const logger = pino(
    { level: 'info', base: null, timestamp: false, formatters: { level: (label) => ({ level: label }) } },
    { write: (line: string) => void lines.push(JSON.parse(line) as object) },
  );
  say(nestLogger(logger));
  return lines;
}

it('logs the end of an outage, like its beginning, at the default level', () => {
  const lines = linesOf((logger) => {
    logger.warn('does not answer', 'View store');
    logger.log('works again after 1.0 s', 'View store');
  });
  expect(lines).toEqual([
    { level: 'warn', context: 'View store', msg: 'does not answer' },
    { level: 'info', context: 'View store', msg: 'works again after 1.0 s' },
  ]);
});

it('keeps the messages of the framework and the errors that end the start for debugging', () => {
  const lines = linesOf((logger) => {
    logger.log('Mapped {/api/me, GET} route', 'RouterExplorer');
    logger.error('no store', 'ExceptionHandler');
  });
  expect(lines).toEqual([]);
});
