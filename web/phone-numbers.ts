import metadata from 'libphonenumber-js/min/metadata';
import type { Plugin } from 'vite';

const PACKAGE = 'libphonenumber-js/min';
const ID = `\0${PACKAGE}`;
const CALLING_CODE = '1';

/**
 * In a browser only numbers of the United States are known, a small part of the whole list: a handle with any other number is
 * refused either way (api/src/kernel/handles.ts).
 */
export function phoneNumbersPlugin(): Plugin {
  return {
    name: 'phone-numbers',
    enforce: 'pre',
    resolveId: (id) => (id === PACKAGE ? ID : null),
    load: (id) =>
      id === ID
        ? `import { parsePhoneNumberFromString as parse } from 'libphonenumber-js/core/es6';
           const metadata = ${JSON.stringify(numbersOfUnitedStates())};
           export const parsePhoneNumberFromString = (text, country) => parse(text, country, metadata);`
        : null,
  };
}

/** The list of numbers without those of other countries, also of those that share the calling code. */
export function numbersOfUnitedStates(): typeof metadata {
  const { US } = metadata.countries;
  if (!US) throw new Error('The package has no numbers of the United States');
  return {
    ...metadata,
    country_calling_codes: { [CALLING_CODE]: ['US'] },
    countries: { US },
    nonGeographic: {},
  };
}
