import pino from 'pino';
import { createLogger, logTarget, nestLogger } from './logger.js';

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

describe('the log of test mode at a terminal', () => {
  /** The printed lines. */
  const printed = (LOG_LEVEL?: 'info' | 'warn') => {
    const lines: string[] = [];
    const terminal = { isTTY: true, write: (text: string) => Boolean(lines.push(text)) } as const;
    const config = { TEST_MODE: true, ...(LOG_LEVEL ? { LOG_LEVEL } : {}) };
    const logger = createLogger(config, logTarget(config, terminal));
    logger.info(
      { method: 'GET', route: '/api/me', status: 401, durationMs: 1.2, code: 'unauthenticated' },
      'request',
    );
    nestLogger(logger).warn('does not\u001b[2J answer', 'View store');
    logger.error({ err: new TypeError('no such field') }, 'request failed');
    return lines.map((line) => line.replace(/^\d\d:\d\d:\d\d /, ''));
  };

  it('has readable lines, with the place of an error and nothing that moves the cursor', () => {
    const [warning, failure = ''] = printed();
    expect(warning).toBe('warn  View store: does not [2J answer\n');
    expect(failure).toMatch(/^error request failed: no such field\n {4}at /);
  });

  it('has requests only when LOG_LEVEL is set', () => {
    expect(printed()).toHaveLength(2);
    expect(printed('info')[0]).toBe('info  GET /api/me 401 1.2 ms unauthenticated\n');
    expect(printed('warn')).toHaveLength(2);
  });

  it('is JSON anywhere else', () => {
    const file = { isTTY: false, write: () => true } as never;
    const terminal = { isTTY: true, write: () => true } as never;
    expect(logTarget({ TEST_MODE: true }, file)).toBeUndefined();
    expect(logTarget({ TEST_MODE: false }, terminal)).toBeUndefined();
  });
});
