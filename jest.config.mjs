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

/** Packages of hundreds of files, as the one file that they also ship: every test file loads its modules again. */
const inOneFile = {
  '^rxjs(/operators)?$': '<rootDir>/node_modules/rxjs/dist/bundles/rxjs.umd.js',
  '^class-validator$': '<rootDir>/node_modules/class-validator/bundles/class-validator.umd.js',
  '^es-toolkit/compat$': '<rootDir>/test/es-toolkit.cjs',
};

const shared = {
  rootDir: '.',
  testEnvironment: '<rootDir>/test/node-environment.cjs',
  transform: { '\\.tsx$': swc(true), '\\.(ts|js|mjs)$': swc(false) },
  // These packages ship ES modules only; Jest compiles them to CommonJS like our own source.
  transformIgnorePatterns: [
    'node_modules/(?!(@nestjs|file-type|strtok3|token-types|uint8array-extras|@tokenizer|@borewit|uuid|openid-client|oauth4webapi|jose|content-disposition|cookie|any-ascii|@otplib|@scure|@noble)/)',
  ],
  moduleNameMapper: {
    '^@kernel/(.*?)(\\.js)?$': '<rootDir>/api/src/kernel/$1',
    ...inOneFile,
    '^(\\.{1,2}/.*)\\.js$': ['$1', '$1.js'],
    '\\.css$': '<rootDir>/test/empty-module.cjs',
  },
};

/** A test that hangs ends; how long one takes proves nothing. Full counts take their time. */
const testTimeout = process.env.FLIP_TEST_SCALE === 'full' ? 10_800_000 : 300_000;

export default {
  testTimeout,
  testSequencer: '<rootDir>/test/spread-waiting.cjs',
  // A worker whose heap has grown to gigabytes takes longer to give them back than Jest's half a second.
  workerGracefulExitTimeout: 10_000,
  projects: [
    {
      ...shared,
      displayName: 'api',
      moduleNameMapper: {
        ...shared.moduleNameMapper,
        '^@node-rs/argon2$': '<rootDir>/test/support/cheap-argon2.ts',
      },
      testMatch: ['<rootDir>/{api/src,simulator}/**/*.spec.ts'],
    },
    {
      ...shared,
      displayName: 'web',
      moduleNameMapper: {
        '^@kernel/(.*?)(\\.js)?$': '<rootDir>/api/src/kernel/$1',
        '^(\\.{1,2}/.*)\\.js$': ['$1', '$1.js'],
        '\\.css$': '<rootDir>/test/empty-module.cjs',
      },
      testEnvironment: '<rootDir>/test/browser-environment.cjs',
      setupFilesAfterEnv: ['<rootDir>/test/browser-setup.ts'],
      testMatch: ['<rootDir>/web/src/**/*.spec.{ts,tsx}'],
    },
    { ...shared, displayName: 'product', testMatch: ['<rootDir>/test/**/*.spec.ts'] },
  ],
};
