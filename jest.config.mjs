/** Compiles what Jest loads itself: the suites of the browser. */
const swc = (tsx) => [
  '@swc/jest',
  {
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', decorators: true, tsx },
      transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: 'automatic' } },
      keepClassNames: true,
    },
    module: { type: 'commonjs' },
  },
];

/** Patterns of suites that test/run.mjs does not run: its option would replace those of the projects. */
const skipped = JSON.parse(process.env.FLIP_SKIPPED_SUITES ?? '[]');

const shared = {
  rootDir: '.',
  moduleNameMapper: {
    '^@kernel/(.*?)(\\.js)?$': '<rootDir>/api/src/kernel/$1',
    '^(\\.{1,2}/.*)\\.js$': ['$1', '$1.js'],
  },
};

/** Node itself loads the modules (docs/adr/0026-suites-in-bare-node.md); Jest follows imports only to find related suites. */
const bareNode = {
  ...shared,
  testEnvironment: '<rootDir>/test/jest/bare-node-environment.mjs',
  testRunner: '<rootDir>/test/jest/bare-node-runner.mjs',
  transform: {},
};

/** The suite of a page that the simulator serves. */
const SUITES_WITH_DOM = ['<rootDir>/simulator/card-frame/card-frame.spec.ts'];

/** A test that hangs ends; how long one takes tests nothing. Full counts take their time. */
const testTimeout = process.env.FLIP_TEST_SCALE === 'full' ? 10_800_000 : 300_000;

export default {
  testTimeout,
  ...(process.env.FLIP_SHUFFLE && { testSequencer: '<rootDir>/test/jest/shuffled-suites.mjs' }),
  // A worker whose heap has grown to gigabytes takes longer to give them back than Jest's half a second.
  workerGracefulExitTimeout: 10_000,
  projects: [
    {
      ...bareNode,
      displayName: 'api',
      testMatch: ['<rootDir>/{api/src,simulator}/**/*.spec.ts'],
      testPathIgnorePatterns: [...SUITES_WITH_DOM, '\\.faults\\.spec\\.ts$', ...skipped],
    },
    {
      ...shared,
      displayName: 'web',
      moduleNameMapper: {
        ...shared.moduleNameMapper,
        '\\.css$': '<rootDir>/test/empty-module.cjs',
      },
      testEnvironment: '<rootDir>/test/browser-environment.cjs',
      testRunner: '<rootDir>/test/jest/measured-circus.mjs',
      setupFilesAfterEnv: ['<rootDir>/test/browser-setup.ts'],
      testMatch: ['<rootDir>/web/src/**/*.spec.{ts,tsx}', ...SUITES_WITH_DOM],
      testPathIgnorePatterns: ['/node_modules/', ...skipped],
      transform: { '\\.tsx$': swc(true), '\\.(ts|js|mjs)$': swc(false) },
      // Ships ES modules only; Jest compiles it to CommonJS like our own source.
      transformIgnorePatterns: ['node_modules/(?!uuid/)'],
    },
    {
      ...bareNode,
      displayName: 'product',
      testMatch: ['<rootDir>/test/**/*.spec.ts'],
      testPathIgnorePatterns: ['<rootDir>/test/faults/', ...skipped],
      globalSetup: '<rootDir>/test/jest/shared-servers.mjs',
      globalTeardown: '<rootDir>/test/jest/shared-servers-end.mjs',
    },
    // What happens when something breaks, `npm run test:faults`: processes, disks, servers and providers.
    {
      ...bareNode,
      displayName: 'faults',
      testMatch: ['<rootDir>/test/faults/**/*.spec.ts', '<rootDir>/{api/src,simulator}/**/*.faults.spec.ts'],
      testPathIgnorePatterns: skipped,
    },
  ],
};
