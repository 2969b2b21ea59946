/** How far the lists of staff are counted: one more means that there are more, and is shown as "1,000+". */
export const COUNT_LIMIT = 1_000;
