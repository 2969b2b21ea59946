import { CommandBus } from '@nestjs/cqrs';
import { Config, serverUrls } from '../config/config.js';
import { FIRST_KEY, KEY_PURPOSES, type KeyPurpose, listedKeys, newestKey } from '../config/key-lists.js';
import { Secrets } from '../config/runtime.js';
import { newKey, replaceKeys } from '../config/secrets-file.js';
import { DataKeys } from '../engine/event-store/data-keys.js';
import { markNewKeys } from '../engine/stores/own-secrets.js';
import { Vault } from '../engine/vault/vault.port.js';
import { SecondFactors } from '../features/accounts/second-factor/second-factors.js';
import { RecordRotation } from '../features/keys/record-rotation.command.js';
import { nameIn, UsageError, type WritingRun } from './command.js';

/** Those whose old keys can go: what they made is made again, or comes to its end. All others verify what is kept. */
const FORGETTABLE: ReadonlySet<KeyPurpose> = new Set<KeyPurpose>([
  'session',
  'key-encryption',
  'second-factor',
  'share',
  'mail-opt-out',
  'position',
  'replay',
  'simulator-webhook',
]);

const NEXT_STEP =
  'copy secrets.json to every server, restart them one after another, then repeat this command';

let isRotating = false;

/**
 * `rotate <purpose> [--forget] [--by <name>]`: the next step of a rotation, which the keys themselves show, so that a repeat
 * continues where a rotation was stopped. In the data folder one call takes all steps; on servers each one waits until every
 * process has the file of the step before. @throws UsageError
 */
export async function rotate(run: WritingRun): Promise<void> {
  const [named = ''] = run.words;
  const purpose = KEY_PURPOSES.find((known) => known === named);
  if (!purpose) throw new UsageError(`rotate <purpose>, where purpose is one of ${KEY_PURPOSES.join(', ')}`);
  if (isRotating) throw new Error('Another rotation is running');
  isRotating = true;
  try {
    await (run.options.forget === true ? forget(run, purpose) : nextStep(run, purpose));
  } finally {
    isRotating = false;
  }
}

async function nextStep(run: WritingRun, purpose: KeyPurpose): Promise<void> {
  const { app, say } = run;
  const secrets = app.get<Secrets>(Secrets);
  const config = app.get<Config>(Config);
  const onServers = serverUrls(config) !== null;
  const keys = listedKeys(secrets, purpose);
  const known = keys.find(({ next }) => next);
  if (!known && (await completed(run, purpose))) return;
  const id = known?.id ?? String(Number(newestKey(keys).id) + 1);
  const key = known?.key ?? newKey(purpose);
  if (onServers && !known) {
    await replaceKeys(config.FLIP_DATA, secrets, { purpose, list: [...keys, { id, key, next: true }] });
    say(`${purpose}: key ${id} is accepted, and makes nothing yet: ${NEXT_STEP}`);
    return;
  }
  const list = [...keys.filter((one) => one !== known), { id, key }];
  await replaceKeys(config.FLIP_DATA, secrets, { purpose, list });
  if (!onServers) {
    await completed(run, purpose);
    return;
  }
  await markNewKeys(app.get(Vault), secrets);
  say(`${purpose}: key ${id} makes from now on: ${NEXT_STEP}`);
}

/**
 * After the newest key is in use: encrypts again what older ones have encrypted, and records the point. False when nothing
 * was left to do.
 */
async function completed({ app, options, say }: WritingRun, purpose: KeyPurpose): Promise<boolean> {
  const secrets = app.get<Secrets>(Secrets);
  const { id } = newestKey(listedKeys(secrets, purpose));
  if (id === FIRST_KEY) return false;
  await markNewKeys(app.get(Vault), secrets);
  const sealed = await sealAgain(app, purpose);
  const isNew = await app.get(CommandBus).execute(new RecordRotation(purpose, id, nameIn(options)));
  if (!isNew && sealed === 0) return false;
  say(`${purpose}: key ${id} is in use${sealed > 0 ? `, ${sealed} records were sealed again` : ''}`);
  if (purpose === 'simulator-webhook') say('The simulator signs with it from its next start on.');
  return true;
}

async function sealAgain(app: WritingRun['app'], purpose: KeyPurpose): Promise<number> {
  if (purpose === 'key-encryption') return app.get(DataKeys).rewrap();
  return purpose === 'second-factor' ? app.get(SecondFactors).encryptAgain() : 0;
}

async function forget(run: WritingRun, purpose: KeyPurpose): Promise<void> {
  const secrets = run.app.get<Secrets>(Secrets);
  const keys = listedKeys(secrets, purpose);
  if (!FORGETTABLE.has(purpose))
    throw new UsageError(`The keys of ${purpose} stay: what they made is kept, and must be verified`);
  if (keys.length === 1 || keys.some(({ next }) => next))
    throw new UsageError(`${purpose} has no older key, or a rotation has not ended: rotate first`);
  await completed(run, purpose);
  await replaceKeys(run.app.get<Config>(Config).FLIP_DATA, secrets, { purpose, list: [newestKey(keys)] });
  run.say(`${purpose}: only key ${newestKey(keys).id} is accepted from now on`);
}
