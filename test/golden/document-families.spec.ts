import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppModule } from '../../api/src/app.module.js';
import { configSchema } from '../../api/src/config/config.js';
import { featuresOf } from '../../api/src/event-sourcing/event-sourcing.module.js';
import { REASON_KINDS } from '../../api/src/kernel/staff/access-reasons.js';
import { STAFF_ROLES } from '../../api/src/kernel/people/accounts.js';
import { DESK_TASK_KINDS, DIFFERENCE_ABOUTS } from '../../api/src/kernel/money/payouts.js';
import { BUILT_IN_RULES } from '../../api/src/kernel/staff/rules.js';
import { PAYMENT_STATES, TRANSFER_STATUSES } from '../../api/src/kernel/money/transfers.js';

const ROOT = process.cwd();
const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const jsonOf = (path: string) => JSON.parse(textOf(path)) as Readonly<Record<string, unknown>>;
const filesBelow = (folder: string, ends: RegExp) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => ends.test(path))
    .map((path) => textOf(join(folder, path)));

const { projections, prefixes } = featuresOf(AppModule);
const { desk } = jsonOf('web/public/locales/en/compliance.json') as {
  readonly desk: { readonly kinds: Readonly<Record<string, string>> };
};
const metrics = filesBelow('api/src', /(?<!\.spec)\.ts$/).flatMap((source) =>
  [...source.matchAll(/name: ['`](flip_\w+)/g)].map(([, name = '']) => name),
);
/** Of the tests. */
const UNDOCUMENTED_VARIABLES = ['FLIP_TEST_CLOCK'];
const variables = Object.keys(configSchema.shape).filter((name) => !UNDOCUMENTED_VARIABLES.includes(name));

describe('the rows of the documents', () => {
  it.each([
    ['view', 'docs/events.md', projections.map(({ name }) => name), (name: string) => `\`${name}\``],
    ['stream', 'docs/events.md', prefixes, (prefix: string) => `\`${prefix}{`],
    [
      'fraud rule',
      'docs/fraud-rules.md',
      BUILT_IN_RULES.map(({ id }) => id),
      (rule: string) => `- **${rule}**`,
    ],
    ['status of a transfer', 'docs/money.md', TRANSFER_STATUSES, (status: string) => `: **${status}**`],
    ['task of the desk', 'docs/money.md', DESK_TASK_KINDS, (kind: string) => `- **${desk.kinds[kind]}**:`],
    ['kind of difference', 'docs/operations.md', DIFFERENCE_ABOUTS, (about: string) => `\`${about}\``],
    ['metric', 'docs/operations.md', metrics, (name: string) => `\`${name}`],
    ['state of a payment', 'docs/decisions.md', PAYMENT_STATES, (state: string) => state],
    ['reason for a look', 'docs/decisions.md', REASON_KINDS, (kind: string) => `\`${kind}:`],
    ['environment variable', '.env.example', variables, (name: string) => `${name}=`],
    ['role of staff', 'docs/security.md', STAFF_ROLES, (role: string) => `\`${role}\``],
  ] as const)('name every %s in %s', (_, document, members: readonly string[], row) => {
    const text = textOf(document);
    expect(members.length).toBeGreaterThan(2);
    expect(members.filter((member) => !text.includes(row(member)))).toEqual([]);
  });

  it('name only refusals that the API has', () => {
    const refusals = jsonOf('api/src/i18n/en/errors.json');
    const named = filesBelow('docs', /\.md$/).flatMap((text) =>
      [...text.matchAll(/\b[45]\d\d\s+`([a-z_]+)`/g)].map(([, code = '']) => code),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((code) => !(code in refusals))).toEqual([]);
  });
});
