/** A position of the log as people copy it: without leading zeros, its digits in groups. */
export const PASTED_POSITION = /^\s*(?:\d\s?){1,20}(?::\s?(?:\d\s?){1,20})?$/;
