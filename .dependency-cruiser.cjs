// Who may import whom: docs/architecture.md. test/import-rules.spec.ts breaks every rule with a probe.
const features = 'api/src/features/';
const rules = '\\.(decider|projection|rules|saga)\\.ts$';
const adapters = '/(embedded|eventstoredb|mongodb)[/-]';
/** Above kernel and event-sourcing, each of these may import only those before it. */
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

/** Forbids each of them those that come after it; the demo alone starts the whole application. */
const inOrder = order.slice(0, -1).map((module, place) => ({
  name: `${module.split('/').at(-1)}-imports-earlier-modules-only`,
  severity: 'error',
  from: { path: `^api/src/${module}/`, pathNot: '\\.spec\\.ts$' },
  to: { path: `^api/src/(${order.slice(place + 1).join('|')}${module === 'demo' ? '' : '|app\\.module'})` },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'kernel-imports-nothing',
      severity: 'error',
      from: { path: '^api/src/kernel/', pathNot: '(handles\\.ts|\\.spec\\.ts)$' },
      to: { pathNot: '^api/src/kernel/' },
    },
    {
      name: 'handles-import-phone-numbers-only',
      severity: 'error',
      from: { path: '^api/src/kernel/text/handles\\.ts$' },
      to: { pathNot: '^(api/src/kernel/|node_modules/libphonenumber-js/)' },
    },
    {
      name: 'event-sourcing-imports-nothing',
      severity: 'error',
      from: { path: '^api/src/event-sourcing/', pathNot: '\\.(module|spec)\\.ts$' },
      to: { pathNot: '^api/src/event-sourcing/' },
    },
    {
      name: 'event-sourcing-module-imports-nest-only',
      severity: 'error',
      from: { path: '^api/src/event-sourcing/event-sourcing\\.module\\.ts$' },
      to: { pathNot: '^(api/src/event-sourcing/|node_modules/@nestjs/common/)' },
    },
    {
      name: 'rules-import-rules-only',
      severity: 'error',
      from: { path: rules },
      to: { pathNot: `(^api/src/(kernel|event-sourcing)/|${rules})` },
    },
    {
      name: 'write-side-reads-no-view',
      severity: 'error',
      from: { path: '\\.(decider|command)\\.ts$' },
      to: { path: '\\.(projection|query)\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'features-meet-through-events',
      severity: 'error',
      from: { path: `^${features}([^/]+)/`, pathNot: '\\.spec\\.ts$' },
      to: {
        path: `^${features}`,
        // A projection declares a view, and *-events.rules.ts the events of a stream: any feature may read both.
        pathNot: [
          `^${features}$1/`,
          `^${features}(lifecycle|access)/`,
          '(\\.projection|-events\\.rules)\\.ts$',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    ...inOrder,
    {
      name: 'features-import-no-adapter',
      severity: 'error',
      from: { path: `^${features}`, pathNot: '\\.spec\\.ts$' },
      to: { path: `^api/src/engine/(event-store|view-store|vault)${adapters}` },
    },
    {
      name: 'adapters-alone-know-their-client',
      severity: 'error',
      from: {
        path: '^api/src/',
        pathNot: '(/(eventstoredb|mongodb)/|mongodb[-a-z]*\\.ts$|\\.spec\\.ts$)',
      },
      to: { path: '(^|node_modules/)(@eventstore/db-client|mongodb)(/|$)' },
    },
    {
      name: 'simulator-imports-kernel-only',
      severity: 'error',
      from: { path: '^simulator/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^(api|web|test)/', pathNot: '^api/src/kernel/' },
    },
    {
      name: 'nothing-imports-the-simulator',
      severity: 'error',
      from: { path: '^(api|web)/', pathNot: '\\.spec\\.tsx?$' },
      to: { path: '^simulator/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'main-and-demo-alone-know-the-simulator',
      severity: 'error',
      from: { path: '^(api|web)/', pathNot: '(^api/src/(main\\.ts|demo/)|\\.spec\\.tsx?$)' },
      to: { path: '^simulator/' },
    },
    {
      name: 'web-imports-kernel-only',
      severity: 'error',
      from: { path: '^web/src/', pathNot: '\\.spec\\.tsx?$' },
      to: { path: '^api/', pathNot: '^api/src/kernel/' },
    },
    {
      name: 'api-imports-nothing-from-web',
      severity: 'error',
      from: { path: '^api/' },
      to: { path: '^web/' },
    },
    {
      name: 'shared-web-parts-know-no-feature',
      severity: 'error',
      from: { path: '^web/src/(ui|lib)/', pathNot: '\\.spec\\.tsx?$' },
      to: { path: '^web/src/(?!ui/|lib/)' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-spec-code-in-production',
      severity: 'error',
      from: { path: '^((api|web)/src|simulator)/', pathNot: '\\.spec\\.tsx?$' },
      to: { path: '(\\.spec\\.tsx?$|given-when-then\\.ts$|^test/)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
