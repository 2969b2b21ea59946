import type { AnyEventDeclaration } from '../../api/src/event-sourcing/event.js';

const HEADING = `# Events

Generated from the declarations of the feature modules by \`npm run golden\`; a test compares this page with them. Streams and
their guards are in [event-model.md](event-model.md). Personal fields are encrypted in the event store. Every event also carries
the metadata \`schemaVersion\`, \`commandId\`, \`$correlationId\`, \`$causationId\`, \`actor\` and \`at\`.
`;

/** docs/events.md: every event with its version, its summary, its personal fields and an example. */
export function eventsCatalogue(declarations: readonly AnyEventDeclaration[]): string {
  const sorted = [...declarations].sort((left, right) => (left.type < right.type ? -1 : 1));
  return [HEADING, index(sorted), ...sorted.map(section)].join('\n');
}

function index(declarations: readonly AnyEventDeclaration[]): string {
  return `${declarations.map(({ type }) => `[${type}](#${type.toLowerCase()})`).join(' ·\n')}\n`;
}

function section({ type, schemaVersion, summary, personal = [], example }: AnyEventDeclaration): string {
  const fields = personal.map((field) => `\`${field}\``).join(', ');
  return [
    `## ${type}`,
    '',
    summary,
    '',
    `Version ${schemaVersion}${fields && ` · personal fields: ${fields}`}`,
    '',
    '```json',
    JSON.stringify(example, null, 2),
    '```',
    '',
  ].join('\n');
}
