import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => existsSync(file));
const textOf = (file: string) => readFileSync(file, 'utf8');
const named = new Set(files.map((file) => basename(file)));

/** Views that a suite tests which is not next to their projection. */
const TESTED_BY: Readonly<Record<string, string>> = {
  cards: 'cards.http.spec.ts',
  email_changes: 'change-email.http.spec.ts',
  fraud_rules: 'rules.http.spec.ts',
  handle_senders: 'cases.http.spec.ts',
  ledger_entries: 'ledger.spec.ts',
  open_transfers: 'transfer.worker.spec.ts',
  payout_tasks: 'desk.http.spec.ts',
  recipients: 'recipients.http.spec.ts',
  sender_standing: 'standing.http.spec.ts',
  stray_charges: 'strays.http.spec.ts',
  user_prefs: 'preferences.http.spec.ts',
};

describe('every projection', () => {
  const projections = files.filter((file) => /^api\/src\/.*\.projection\.ts$/.test(file));
  const views = projections.map((file) => ({
    file,
    name: /^ {2}name: '(\w+)',$/m.exec(textOf(file))?.[1] ?? '',
  }));

  it('has a spec next to it, or one that is named here', () => {
    expect(views.length).toBeGreaterThan(10);
    const untested = views.filter(
      ({ file, name }) =>
        !files.includes(file.replace(/\.ts$/, '.spec.ts')) && !named.has(TESTED_BY[name] ?? ''),
    );
    expect(untested).toEqual([]);
  });

  it('has its view in docs/events.md', () => {
    const model = textOf('docs/events.md');
    expect(views.filter(({ name }) => !model.includes(`\`${name}\``))).toEqual([]);
  });
});

/** Opened by what others hold, a link that its sender shares and the address that documents print, and by the end of an account. */
const OPENED_FROM_OUTSIDE = ['/s/:token', '/receipt', '/closed'];

describe('every screen', () => {
  const router = textOf('web/src/app/router.tsx');
  const screens = [...router.matchAll(/\bscreen\(\s*'([^']+)'/g)].map(([, path = '']) => path);
  // Requests are made in `use-….ts` alone: there a path leads to a screen only where it is gone to.
  const linking = files.filter(
    (file) =>
      /^web\/src\/.*\.tsx?$|^api\/src\/features\/accounts\/mail\/.*\.ts$/.test(file) &&
      !/\.spec\.|router\.tsx$/.test(file),
  );
  const links = linking.flatMap((file) => {
    const isOfRequests = /\/use-[\w-]+\.ts$/.test(file);
    const lines = textOf(file)
      .replaceAll(/replayPath\(`/g, '`/compliance/replay/')
      .split('\n')
      .filter((line) => !isOfRequests || /navigate\(|openScreen\(/.test(line));
    return [...lines.join('\n').matchAll(/(?<=['"`])\/[\w/${}.()[\]-]*(?=['"`?#])/g)].map(([path]) => path);
  });

  it('is linked from another one, from a mail or from outside', () => {
    expect(screens.length).toBeGreaterThan(30);
    const unlinked = screens.filter((screen) => !links.some((link) => leadsTo(link, screen)));
    expect(unlinked.filter((screen) => !OPENED_FROM_OUTSIDE.includes(screen))).toEqual([]);
  });
});

/** A parameter of the screen's path is filled by a template. */
function leadsTo(link: string, screen: string): boolean {
  const [wanted, given] = [screen.split('/'), link.split('/')];
  if (wanted.length !== given.length) return false;
  return wanted.every((word, place) =>
    word.startsWith(':') ? given[place]?.startsWith('${') : word === given[place],
  );
}
