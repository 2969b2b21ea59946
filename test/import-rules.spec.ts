import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';

const root = process.cwd();

const order = [
  'config',
  'engine/waiting',
  'engine/storage',
  'engine/vault',
  'engine/event-store',
  'engine/view-store',
  'engine/stores',
  'engine/commands',
  'engine/subscriptions',
  'engine/safety',
  'engine/providers',
  'http',
  'documents',
  'live',
  'features',
  'demo',
  'ops',
];
const orderProbes = Object.fromEntries(
  order.slice(0, -1).map((module, place) => {
    const next = order[place + 1] ?? '';
    const files = {
      [`api/src/${module}/probe.ts`]: `import '${relative(`api/src/${module}`, `api/src/${next}`)}/any.js';`,
      [`api/src/${next}/any.ts`]: 'export const any = 1;',
    };
    return [`${basename(module)}-imports-earlier-modules-only`, files];
  }),
);

/** A small tree that breaks exactly one import rule: file → text. */
const probes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'kernel-imports-nothing': { 'api/src/kernel/probe.ts': "import 'node:fs';" },
  'handles-import-phone-numbers-only': { 'api/src/kernel/text/handles.ts': "import 'zod';" },
  'event-sourcing-imports-nothing': {
    'api/src/event-sourcing/probe.ts': "import '../kernel/money.js';",
    'api/src/kernel/money/money.ts': 'export const cents = 1;',
  },
  'event-sourcing-module-imports-nest-only': {
    'api/src/event-sourcing/event-sourcing.module.ts': "import '@nestjs/core';",
  },
  'rules-import-rules-only': {
    'api/src/features/transfers/probe.decider.ts': "import '../../config/clock.js';",
    'api/src/config/clock.ts': 'export const now = 1;',
  },
  'write-side-reads-no-view': {
    'api/src/features/transfers/probe.command.ts': "import './probe.projection.js';",
    'api/src/features/transfers/probe.projection.ts': 'export const view = 1;',
  },
  'features-meet-through-events': {
    'api/src/features/transfers/probe.ts':
      "import { kyc } from '../verification/kyc.js'; export const used = kyc;",
    'api/src/features/verification/kyc.ts': 'export const kyc = 1;',
  },
  ...orderProbes,
  'features-import-no-adapter': {
    'api/src/features/transfers/probe.ts': "import '../../engine/view-store/mongodb/any.js';",
    'api/src/engine/view-store/mongodb/any.ts': 'export const any = 1;',
  },
  'adapters-alone-know-their-client': {
    'api/src/engine/stores/open-probe.ts':
      "import { MongoClient } from 'mongodb'; export const used = MongoClient;",
  },
  'simulator-imports-kernel-only': {
    'simulator/probe.ts': "import '../api/src/config/clock.js';",
    'api/src/config/clock.ts': 'export const now = 1;',
  },
  'nothing-imports-the-simulator': {
    'api/src/main.ts': "import { any } from '../../simulator/any.js'; export const used = any;",
    'simulator/any.ts': 'export const any = 1;',
  },
  'main-and-demo-alone-know-the-simulator': {
    'api/src/http/probe.ts': "import type { Any } from '../../../simulator/any.js'; export type Used = Any;",
    'simulator/any.ts': 'export type Any = 1;',
  },
  'web-imports-kernel-only': {
    'web/src/lib/probe.ts': "import '../../../api/src/config/clock.js';",
    'api/src/config/clock.ts': 'export const now = 1;',
  },
  'api-imports-nothing-from-web': {
    'api/src/features/transfers/probe.ts': "import '../../../../web/src/lib/any.js';",
    'web/src/lib/any.ts': 'export const any = 1;',
  },
  'shared-web-parts-know-no-feature': {
    'web/src/ui/probe.ts': "import '../transfers/any.js';",
    'web/src/transfers/any.ts': 'export const any = 1;',
  },
  'no-cycles': {
    'api/src/features/transfers/one.ts': "import './two.js'; export const one = 1;",
    'api/src/features/transfers/two.ts': "import './one.js'; export const two = 2;",
  },
  'no-spec-code-in-production': {
    'api/src/features/transfers/probe.ts': "import './any.spec.js';",
    'api/src/features/transfers/any.spec.ts': 'export const any = 1;',
  },
};

/** Trees that break fewer rules than they seem to. */
const others: typeof probes = {
  'kernel through its alias': {
    'web/src/lib/probe.ts': "import { cents } from '@kernel/money/money.js'; export const used = cents;",
    'api/src/kernel/money/money.ts': "import 'node:fs'; export const cents = 1;",
  },
  'types of another feature': {
    'api/src/features/transfers/probe.ts':
      "import type { Kyc } from '../verification/kyc.js'; export type Used = Kyc;",
    'api/src/features/verification/kyc.ts': 'export type Kyc = 1;',
  },
  'a view of another feature': {
    'api/src/features/transfers/probe.query.ts':
      "import { kyc } from '../verification/kyc.projection.js'; export const used = kyc;",
    'api/src/features/verification/kyc.projection.ts': 'export const kyc = 1;',
  },
};

function writeTree(tree: string, files: Readonly<Record<string, string>>): void {
  for (const folder of ['api/src/kernel', 'simulator', 'web/src/lib'])
    mkdirSync(join(tree, folder), { recursive: true });
  for (const config of ['tsconfig.json', 'api/tsconfig.json', 'web/tsconfig.json'])
    cpSync(join(root, config), join(tree, config));
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), text);
  }
}

/** The rules that each tree breaks, by the tree's name. */
function brokenRules(trees: typeof probes): ReadonlyMap<string, readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'flip-imports-'));
  try {
    const places = Object.entries(trees).map(([, files], place) => {
      const tree = join(folder, String(place));
      writeTree(tree, files);
      return tree;
    });
    const program = join(root, 'test/support/cruise-trees.mjs');
    const run = spawnSync(process.execPath, [program, join(root, '.dependency-cruiser.cjs'), ...places]);
    const broken = JSON.parse(run.stdout.toString()) as readonly (readonly string[])[];
    return new Map(Object.keys(trees).map((name, place) => [name, broken[place] ?? []]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('import rules', () => {
  const { forbidden } = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as {
    readonly forbidden: readonly { readonly name: string }[];
  };
  const configured = forbidden.map((rule) => rule.name);

  it('each have a probe', () => {
    expect(Object.keys(probes).sort()).toEqual([...configured].sort());
  });

  const broken = brokenRules({ ...probes, ...others });

  it.each(Object.keys(probes))('%s rejects its probe', (rule) => {
    expect(broken.get(rule)).toContain(rule);
  });

  it('resolve the @kernel alias, so that the alias bypasses no rule', () => {
    expect(broken.get('kernel through its alias')).toEqual(['kernel-imports-nothing']);
  });

  it.each(['types of another feature', 'a view of another feature'])('let one feature import %s', (tree) => {
    expect(broken.get(tree)).toEqual([]);
  });
});
