/** JSON that is not a string: operators, prototypes and mistakes sent where a string belongs. */
export const notText = [
  ...['null', 'true', 'false', '0', '-0', '20', '1e-7', '1e21', '1e400', '-1e400', '9007199254740993'],
  ...['[]', '[null]', '["x"]', '[["x"]]', '[[[[[[["x"]]]]]]]', '{}', '{"a":{"b":{"c":{"d":"x"}}}}'],
  ...['{"$gt":""}', '{"$ne":null}', '{"$where":"sleep(1000)"}', '{"$regex":".*"}', '[{"$gt":""}]'],
  ...['{"length":5}', '{"toString":"x"}', '{"valueOf":1}', '{"then":"x"}', '{"0":"x","length":1}'],
];

/** Invisible and direction-changing characters. */
export const unseen = [
  ...['\u0000', '\u0007', '\u001b', '\u007f', '\u0085', '\u00ad', '\u200b', '\u200d', '\u200e', '\u202e'],
  ...['\u2028', '\u2029', '\u2060', '\u2066', '\u2069', '\ufeff', '\u{e0041}', '\ud800', '\udc00', '\u061c'],
].map((character) => `Ma${character}ya`);

/** Numbers in formats that Flip's forms never send. */
export const oddNumbers = [
  ...['', ' ', '-1', '-0', '+1', '01', '1.', '.5', '1.000', '1,000', '1_000', '0x10', '1e1', '1e-7', '1e21'],
  ...[
    'NaN',
    'Infinity',
    '-Infinity',
    'twenty',
    '20 ',
    ' 20',
    '20\n',
    '$20',
    '２０',
    '٢٠',
    '१',
    '1\u200b',
    '𝟐𝟎',
  ],
];

/** Texts that name no position of the log. */
export const noPositions: readonly string[] = [
  ...[
    '',
    'x',
    '-1',
    '1.5',
    '1/2',
    '1:',
    ':1',
    '1:2:3',
    '1e3',
    '0x10',
    '9'.repeat(21),
    '1  1',
    '1'.padEnd(65),
  ],
  ...['١٢٣', 'null', '1;2', ...unseen],
];
