import metadata from 'libphonenumber-js/min/metadata';
import type { Plugin } from 'vite';

const PACKAGE = 'libphonenumber-js/min';
const ID = `\0${PACKAGE}`;
/** Of the United States and the countries that share it. */
const CALLING_CODE = '1';

/**
 * In a browser only numbers of calling code 1 are known, a tenth of the whole list: a handle with any other is refused either
 * way, as no number of the United States (api/src/kernel/handles.ts).
 */
export function phoneNumbersPlugin(): Plugin {
  return {
    name: 'phone-numbers',
    enforce: 'pre',
    resolveId: (id) => (id === PACKAGE ? ID : null),
    load: (id) =>
      id === ID
        ? `import { parsePhoneNumberFromString as parse } from 'libphonenumber-js/core';
           const metadata = ${JSON.stringify(ofCallingCode())};
           export const parsePhoneNumberFromString = (text, country) => parse(text, country, metadata);`
        : null,
  };
}

/** The list of numbers with one calling code. */
export function ofCallingCode(): object {
  const codes: readonly string[] = metadata.country_calling_codes[CALLING_CODE] ?? [];
  const countries = Object.entries(metadata.countries).filter(([code]) => codes.includes(code));
  return {
    ...metadata,
    country_calling_codes: { [CALLING_CODE]: codes },
    countries: Object.fromEntries(countries),
    nonGeographic: {},
  };
}
