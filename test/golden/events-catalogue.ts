import type { AnyEventDeclaration } from '../../api/src/event-sourcing/event.js';

const HEADING = `# Events

Every event type with its version and fields, generated from the declarations of the feature modules by \`npm run golden\`; a
test compares this page with them. Fields in bold are personal and encrypted in the event store. \`test/golden/events\` has an
example of each version, [event-model.md](event-model.md) the streams. Every event also carries the metadata \`schemaVersion\`,
\`commandId\`, \`$correlationId\`, \`$causationId\`, \`actor\` and \`at\`.
`;

/** docs/events.md: every event with its version, its summary and the names of its fields. */
export function eventsCatalogue(declarations: readonly AnyEventDeclaration[]): string {
  const sorted = [...declarations].sort((left, right) => (left.type < right.type ? -1 : 1));
  return `${HEADING}\n${sorted.map(entry).join('\n')}\n`;
}

function entry({ type, schemaVersion, summary, personal = [], example }: AnyEventDeclaration): string {
  const isPersonal = new Set(personal.map((path) => path.split('.')[0]));
  const fields = Object.keys(example).map((field) =>
    isPersonal.has(field) ? `**\`${field}\`**` : `\`${field}\``,
  );
  return `- **${type}** (${schemaVersion}): ${summary}${fields.length > 0 ? ` _${fields.join(', ')}_` : ''}`;
}
