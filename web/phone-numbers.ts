import { fileURLToPath } from 'node:url';
import metadata from 'libphonenumber-js/min/metadata';
import type { Plugin } from 'vite';

const PACKAGE = 'libphonenumber-js/min';
const ID = `\0${PACKAGE}`;
const READER = fileURLToPath(new URL('./src/recipients/united-states-number.ts', import.meta.url));
/** Where the package keeps the patterns of a country's numbers, one for each type of number. */
const TYPES = 11;

/**
 * In a browser only numbers of the United States are known, by their pattern, in the place of a reader for the whole world: a
 * handle with any other number is refused either way (api/src/kernel/text/handles.ts).
 */
export function phoneNumbersPlugin(): Plugin {
  return {
    name: 'phone-numbers',
    enforce: 'pre',
    resolveId: (id) => (id === PACKAGE ? ID : null),
    load: (id) =>
      id === ID
        ? `import { numberOfUnitedStates } from ${JSON.stringify(READER)};
           const national = ${String(patternOfUnitedStates())};
           export const parsePhoneNumberFromString = (text) => numberOfUnitedStates(text, national);`
        : null,
  };
}

/** The ten digits of any number of the United States. */
export function patternOfUnitedStates(): RegExp {
  const types = (metadata.countries.US as readonly unknown[] | undefined)?.[TYPES];
  if (!Array.isArray(types)) throw new Error('The package has no numbers of the United States');
  const patterns = (types as (readonly [string, ...unknown[]] | 0)[]).flatMap((type) =>
    type ? [type[0]] : [],
  );
  return new RegExp(`^(?:${patterns.join('|')})$`);
}
