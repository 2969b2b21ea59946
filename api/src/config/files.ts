import { open } from 'node:fs/promises';

/** Mode of files that contain secrets or personal data. */
export const OWNER_ONLY = 0o600;

/** Makes a file's content, or the names in a folder, durable. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The value of a JSON text; null for invalid JSON, which no schema accepts. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
