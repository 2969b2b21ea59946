/** A demo account to sign in with. */
export interface DemoUser {
  readonly role:
    | 'sender'
    | 'verified sender'
    | 'analyst'
    | 'lead'
    | 'operator'
    | 'second operator'
    | 'auditor';
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
  /** Of staff: the secret of the second factor, in base32. */
  readonly totpSecret?: string;
}

export const MAYA = 'maya@demo.example';
export const LUIS = 'luis@demo.example';
export const ANALYST = 'analyst@demo.example';
/** Holds and releases payments (docs/money.md). */
export const LEAD = 'lead@demo.example';
export const OPERATOR = 'operator@demo.example';
/** Approves large payouts (docs/money.md). */
export const SECOND_OPERATOR = 'operator2@demo.example';
/** Reads what the others do, and changes nothing. */
export const AUDITOR = 'auditor@demo.example';

/** Demo users of test mode. Their passwords and secrets are public: they own nothing real. */
export const DEMO_USERS: readonly DemoUser[] = [
  {
    role: 'sender',
    firstName: 'Maya',
    lastName: 'Okafor',
    email: MAYA,
    password: 'amber-kettle-river-58',
  },
  {
    role: 'verified sender',
    firstName: 'Luis',
    lastName: 'Herrera',
    email: LUIS,
    password: 'copper-meadow-train-31',
  },
  {
    role: 'analyst',
    firstName: 'Robin',
    lastName: 'Lindqvist',
    email: ANALYST,
    password: 'quiet-harbor-violin-74',
    totpSecret: 'Z4CWWKFA5HQBAWN6RRMXBAMTSZBMK3S2',
  },
  {
    role: 'lead',
    firstName: 'Irene',
    lastName: 'Vasquez',
    email: LEAD,
    password: 'orchid-lantern-bridge-63',
    totpSecret: 'SNGEXWKSHOYS6RJWVQOC3UZNZGX56XGJ',
  },
  {
    role: 'operator',
    firstName: 'Oscar',
    lastName: 'Pratt',
    email: OPERATOR,
    password: 'silver-anchor-meadow-26',
    totpSecret: 'Z6HOSXLKPH7566Z2A5AROFHRSFFOQS7W',
  },
  {
    role: 'second operator',
    firstName: 'Nora',
    lastName: 'Lang',
    email: SECOND_OPERATOR,
    password: 'maple-window-harvest-49',
    totpSecret: 'YEP5SLH434S7WPHOPM3JT4647EGUGBY4',
  },
  {
    role: 'auditor',
    firstName: 'Amara',
    lastName: 'Sutton',
    email: AUDITOR,
    password: 'velvet-compass-orchard-52',
    totpSecret: 'K7QWN2VJXH4RTLZ5PYD3MBECGA6UFSOI',
  },
];

/** The demo staff, for the simulator's authenticator. */
export const DEMO_AUTHENTICATORS = DEMO_USERS.flatMap(({ firstName, lastName, email, totpSecret }) =>
  totpSecret === undefined ? [] : [{ name: `${firstName} ${lastName}`, email, secret: totpSecret }],
);
