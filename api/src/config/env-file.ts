import { existsSync } from 'node:fs';

const FILE = '.env';

/** Variables of a file beside the program, for those that the environment leaves unset. */
export function loadEnvFile(): void {
  if (existsSync(FILE)) process.loadEnvFile(FILE);
}
