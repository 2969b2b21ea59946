import type { AnyEventDeclaration } from '../../api/src/event-sourcing/event.js';

/** The list in docs/events.md: every event with its version from 2 on and its summary. */
export function eventsCatalogue(declarations: readonly AnyEventDeclaration[]): string {
  const sorted = [...declarations].sort((left, right) => (left.type < right.type ? -1 : 1));
  return sorted.map(entry).join('\n');
}

function entry({ type, schemaVersion, summary }: AnyEventDeclaration): string {
  const version = schemaVersion > 1 ? ` (${schemaVersion})` : '';
  return `- **${type}**${version}: ${summary}`;
}
