import metadata from 'libphonenumber-js/min/metadata';
import type { Plugin } from 'vite';

const PACKAGE = 'libphonenumber-js/min';
const ID = `\0${PACKAGE}`;
/** Where the package keeps the patterns of a country's numbers, one for each kind of number. */
const KINDS = 11;

/**
 * In a browser only numbers of the United States are known, by their patterns without the package: a handle with any other is
 * refused either way (api/src/kernel/handles.ts).
 */
export function phoneNumbersPlugin(): Plugin {
  return {
    name: 'phone-numbers',
    enforce: 'pre',
    resolveId: (id) => (id === PACKAGE ? ID : null),
    load: (id) =>
      id === ID
        ? `import { usPhoneIn } from '/us-phone.ts';
           const pattern = ${String(usPattern())};
           export const parsePhoneNumberFromString = (text) => usPhoneIn(text, pattern);`
        : null,
  };
}

/** Of the ten digits of a number of the United States. */
export function usPattern(): RegExp {
  const { US } = metadata.countries as unknown as Readonly<Record<string, readonly unknown[]>>;
  const kinds = (US?.[KINDS] ?? []) as readonly (0 | readonly [pattern: string])[];
  const patterns = kinds.flatMap((kind) => (kind === 0 || kind[0] === '' ? [] : [kind[0]]));
  if (patterns.length === 0) throw new Error('The patterns of US numbers are not where they were');
  return new RegExp(`^(?:${patterns.join('|')})$`);
}
