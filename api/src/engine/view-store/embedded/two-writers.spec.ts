import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { counts } from '../../../../../test/support/scale.js';
import { copyViews } from '../../../../../test/support/copy-views.js';
import { openEmbeddedViewStore } from './embedded-view-store.js';
import {
  expectSameAsReference,
  type TroubledViewStore,
} from '../../../../../test/contracts/view-store-two-writers.contract.js';
import type { ViewStore } from '../view-store.port.js';

/** How long after a commit began the process stops. */
const CRASHES: Readonly<Record<string, number>> = { 'a crash at once': 0, 'a crash later': 2 };

/** Views in a folder that can stop as if their process did: what is on disk then is all there is afterwards. */
class CrashingViews implements TroubledViewStore {
  readonly troubles = Object.keys(CRASHES);
  private place = 0;
  private store: ViewStore | null = null;

  constructor(private readonly folder: string) {}

  /** One process has the file for itself. */
  writer(): ViewStore {
    if (!this.store) throw new Error('no views were made');
    return this.store;
  }

  async renew(): Promise<void> {
    await this.store?.close();
    await this.nextFile();
    this.store = openEmbeddedViewStore(this.file);
  }

  async reopen(): Promise<void> {
    await this.store?.close();
    this.store = openEmbeddedViewStore(this.file);
  }

  async commitAmid(trouble: string, commit: () => Promise<unknown>): Promise<void> {
    const [before, stopped] = [this.file, this.store];
    const committing = commit();
    await delay(CRASHES[trouble]);
    await this.nextFile();
    await copyViews(before, this.file);
    await committing;
    await stopped?.close();
    this.store = openEmbeddedViewStore(this.file);
  }

  async dispose(): Promise<void> {
    await this.store?.close();
    await rm(this.folder, { recursive: true });
  }

  private async nextFile(): Promise<void> {
    this.place += 1;
    await mkdir(join(this.folder, String(this.place)));
  }

  private get file(): string {
    return join(this.folder, String(this.place), 'views.db');
  }
}

it('the embedded view store behaves like the reference under any calls and crashes', async () => {
  const views = new CrashingViews(await mkdtemp(join(tmpdir(), 'flip-view-model-')));
  try {
    await expectSameAsReference(views, counts.modelRuns);
  } finally {
    await views.dispose();
  }
});

afterAll(() => {
  process.stdout.write('View store compared with the reference: embedded.\n');
});
