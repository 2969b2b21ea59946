/** The text in place of a personal one once its person is erased. */
export const ERASED = '[erased]';
