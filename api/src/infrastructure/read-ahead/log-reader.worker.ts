// A thread of its own for a log reader.
import { parentPort, workerData } from 'node:worker_threads';
import { readLog, type LogReaderSettings } from './log-reader.js';

if (!parentPort) throw new Error('a log reader is started by whoever reads ahead');
await readLog(parentPort, workerData as LogReaderSettings);
