/** What a personal text reads once its person is erased. */
export const ERASED = '[erased]';
