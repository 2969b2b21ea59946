import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const root = resolve(__dirname, '..');

/** A small tree that breaks exactly one import rule: file → text. */
const probes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'kernel-imports-nothing': { 'api/src/kernel/probe.ts': "import 'node:fs';" },
  'handles-import-phone-numbers-only': { 'api/src/kernel/handles.ts': "import 'zod';" },
  'event-sourcing-imports-nothing': {
    'api/src/event-sourcing/probe.ts': "import '../kernel/money.js';",
    'api/src/kernel/money.ts': 'export const cents = 1;',
  },
  'rules-import-rules-only': {
    'api/src/transfers/probe.decider.ts': "import '../infrastructure/clock.js';",
    'api/src/infrastructure/clock.ts': 'export const now = 1;',
  },
  'write-side-reads-no-view': {
    'api/src/transfers/probe.command.ts': "import './probe.projection.js';",
    'api/src/transfers/probe.projection.ts': 'export const view = 1;',
  },
  'features-meet-through-events': {
    'api/src/transfers/probe.ts': "import { kyc } from '../verification/kyc.js'; export const used = kyc;",
    'api/src/verification/kyc.ts': 'export const kyc = 1;',
  },
  'infrastructure-knows-no-feature': {
    'api/src/infrastructure/probe.ts': "import '../transfers/any.js';",
    'api/src/transfers/any.ts': 'export const any = 1;',
  },
  'adapters-alone-know-their-client': {
    'api/src/infrastructure/open-probe.ts':
      "import { MongoClient } from 'mongodb'; export const used = MongoClient;",
  },
  'web-imports-kernel-only': {
    'web/src/lib/probe.ts': "import '../../../api/src/infrastructure/clock.js';",
    'api/src/infrastructure/clock.ts': 'export const now = 1;',
  },
  'api-imports-nothing-from-web': {
    'api/src/transfers/probe.ts': "import '../../../web/src/lib/any.js';",
    'web/src/lib/any.ts': 'export const any = 1;',
  },
  'shared-web-parts-know-no-feature': {
    'web/src/ui/probe.ts': "import '../transfers/any.js';",
    'web/src/transfers/any.ts': 'export const any = 1;',
  },
  'no-cycles': {
    'api/src/transfers/one.ts': "import './two.js'; export const one = 1;",
    'api/src/transfers/two.ts': "import './one.js'; export const two = 2;",
  },
  'no-spec-code-in-production': {
    'api/src/transfers/probe.ts': "import './any.spec.js';",
    'api/src/transfers/any.spec.ts': 'export const any = 1;',
  },
};

function brokenRules(cwd: string): readonly string[] {
  const cruise = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const config = join(root, '.dependency-cruiser.cjs');
  const run = spawnSync(process.execPath, [cruise, '--config', config, '-T', 'json', 'api/src', 'web/src'], {
    cwd,
  });
  const report = JSON.parse(run.stdout.toString()) as {
    summary: { violations: readonly { rule: { name: string } }[] };
  };
  return [...new Set(report.summary.violations.map((violation) => violation.rule.name))];
}

function withTree(files: Readonly<Record<string, string>>, use: (cwd: string) => void): void {
  const cwd = mkdtempSync(join(tmpdir(), 'flip-imports-'));
  try {
    for (const folder of ['api/src/kernel', 'web/src/lib']) mkdirSync(join(cwd, folder), { recursive: true });
    for (const config of ['tsconfig.json', 'api/tsconfig.json', 'web/tsconfig.json', 'test/tsconfig.json'])
      cpSync(join(root, config), join(cwd, config));
    symlinkSync(join(root, 'node_modules'), join(cwd, 'node_modules'));
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(cwd, file)), { recursive: true });
      writeFileSync(join(cwd, file), text);
    }
    use(cwd);
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

describe('who may import whom', () => {
  const configured = jest
    .requireActual<{ forbidden: readonly { name: string }[] }>('../.dependency-cruiser.cjs')
    .forbidden.map((rule) => rule.name);

  it('has a probe for every rule', () => {
    expect(Object.keys(probes).sort()).toEqual([...configured].sort());
  });

  it.each(Object.entries(probes))('%s stops the probe that breaks it', (rule, files) => {
    withTree(files, (cwd) => expect(brokenRules(cwd)).toContain(rule));
  });

  it('sees a feature through the @kernel alias as kernel, so the alias disarms no rule', () => {
    const files = {
      'web/src/lib/probe.ts': "import { cents } from '@kernel/money.js'; export const used = cents;",
      'api/src/kernel/money.ts': "import 'node:fs'; export const cents = 1;",
    };
    withTree(files, (cwd) => expect(brokenRules(cwd)).toEqual(['kernel-imports-nothing']));
  });

  it('lets one feature import the types of another', () => {
    const files = {
      'api/src/transfers/probe.ts':
        "import type { Kyc } from '../verification/kyc.js'; export type Used = Kyc;",
      'api/src/verification/kyc.ts': 'export type Kyc = 1;',
    };
    withTree(files, (cwd) => expect(brokenRules(cwd)).toEqual([]));
  });
});
