import type { Platform } from '../kernel/money/platforms.js';
import { MAYA_EVERYDAY, MAYA_OLD, MAYA_SPARE, type DemoCard } from './demo-cards.js';
import {
  cancelledInTime,
  cancelledUnpaid,
  claimed,
  claimedAfter,
  declinedOnce,
  declinedUntilExpiry,
  deliveredByAnotherCard,
  deliveredAs,
  disputedUnderway,
  heardAfter,
  lostAfter,
  neverPaid,
  notRefunded,
  notSent,
  overdue,
  paidTwice,
  proposed,
  recalledAfter,
  reportedAfter,
  returnedAfter,
  unclaimed,
  waiting,
  type DemoLife,
} from './demo-lives.js';

export type Recipient = readonly [name: string, platform: Platform, handle: string];

export const DANIEL: Recipient = ['Daniel Okafor', 'Zelle', 'daniel@people.example'];
export const PRIYA: Recipient = ['Priya Nair', 'Venmo', '@priya-nair'];
export const TOMAS: Recipient = ['Tomás Rivera', 'Cash App', '$tomasrivera'];
export const GRACE: Recipient = ['Grace Okafor', 'PayPal', 'grace@people.example'];
export const KIM: Recipient = ['Kim Tran', 'Chime', '$kim-tran'];
export const LEO: Recipient = ['Leo Marsh', 'Apple Pay', '(919) 555-0178'];
export const CARMEN: Recipient = ['Carmen Herrera', 'Zelle', 'carmen@people.example'];
export const MARCO: Recipient = ['Marco Díaz', 'PayPal', 'marco@people.example'];
/** Only Ruth sends to her. */
const HANNA: Recipient = ['Hanna Adler', 'PayPal', 'hanna@people.example'];
/** Handles that the simulated desk leaves to an operator. */
const LUCIA: Recipient = ['Lucía Paredes', 'Zelle', 'lucia.simdesk@people.example'];
const MATEO: Recipient = ['Mateo Ríos', 'Cash App', '$mateosimdesk'];

export type DatedSend = readonly [
  daysAgo: number,
  dollars: string,
  Recipient,
  note?: string,
  life?: DemoLife,
];

/** Delivered unless a life is given. Never near a fraud rule; the last week leaves $20 of $250. */
export const MAYA_SENDS: readonly DatedSend[] = [
  [121.2, '45.00', DANIEL, 'Groceries'],
  [118.4, '20.00', PRIYA, 'Lunch on Friday', deliveredByAnotherCard],
  [114.7, '60.00', GRACE],
  [110.3, '35.50', TOMAS, 'Concert ticket'],
  [106.1, '80.00', DANIEL, 'Electric bill'],
  [103.6, '25.00', PRIYA],
  [99.5, '120.00', GRACE, 'Happy birthday, Mom!'],
  [95.2, '18.75', KIM, 'Coffee and cake'],
  [91.8, '50.00', DANIEL],
  [88.3, '40.00', LEO, 'Gas money', declinedUntilExpiry],
  [86.7, '32.00', KIM, 'Yoga mat', neverPaid],
  [84.6, '65.00', TOMAS],
  [80.9, '30.00', PRIYA, 'Movie night', cancelledUnpaid],
  [77.4, '150.00', DANIEL, 'My half of the internet bill and the couch'],
  [73.1, '22.00', KIM],
  [71.3, '38.00', LEO, 'Birthday cake', overdue],
  [69.7, '75.00', GRACE],
  [66.2, '45.00', DANIEL, 'Groceries'],
  [62.8, '100.00', TOMAS, 'Deposit for the cabin', cancelledInTime],
  [59.3, '12.50', PRIYA, 'Parking'],
  [55.6, '60.00', GRACE, '', recalledAfter(27)],
  [51.9, '85.00', DANIEL, 'Electric bill'],
  [48.4, '40.00', LEO],
  [44.1, '55.00', KIM, 'Yoga class', notSent('wrong_handle')],
  [40.7, '130.00', TOMAS, 'Rest of the cabin'],
  [37.2, '28.00', PRIYA],
  [33.5, '50.00', DANIEL, 'Groceries'],
  [29.8, '70.00', GRACE, '', returnedAfter(3)],
  [26.3, '45.00', LEO, 'Soccer fees'],
  // Venmo reported the delivery five hours late: at the steps of the next transfer the time machine's two orders differ.
  [19.4, '33.00', PRIYA, 'Brunch', heardAfter(5)],
  [19.3, '90.00', DANIEL, 'Electric bill'],
  // PayPal reports $109.75: the only difference between log and providers.
  [15.7, '110.00', GRACE, 'For the new glasses', deliveredAs('109.75')],
  [12.2, '24.00', KIM, '', notRefunded('account_closed')],
  [8.6, '60.00', TOMAS, 'Concert ticket', reportedAfter(20, 'Tomás says the money has not arrived.')],
  [5.9, '120.00', DANIEL, 'Moving truck'],
  [3.4, '60.00', GRACE, '', unclaimed],
  [1.3, '50.00', PRIYA, 'Thanks for dinner!'],
  // Refused: exceeds the remaining weekly limit.
  [1.2, '75.00', LEO, 'Soccer fees'],
];

export const LUIS_SENDS: readonly DatedSend[] = [
  [92.3, '500.00', CARMEN, 'Renta de agosto'],
  [78.5, '150.00', TOMAS],
  [61.4, '500.00', CARMEN, 'Renta de septiembre'],
  [47.2, '320.00', MARCO],
  [31.6, '500.00', CARMEN, 'Renta de octubre'],
  [17.3, '1000.00', MARCO, 'Enganche de la moto'],
  [4.2, '140.00', MARCO, 'Repuestos', paidTwice],
  [2.4, '500.00', CARMEN, 'Renta de noviembre'],
  // Open tasks of the payout desk; only one attempt in the last hour, so that a visitor's next one does not open a case.
  [0.9, '800.00', CARMEN, 'Muebles', proposed],
  [0.3, '180.00', TOMAS, '', claimed],
  [0.12, '650.00', LUCIA, 'Para la boda', waiting],
  [0.09, '75.00', LUCIA, 'Flores', claimedAfter(120)],
  [0.06, '45.00', MATEO, 'Gasolina', waiting],
  // Another card can be tried until half an hour after the decline.
  [0.005, '90.00', MARCO, 'Llantas', declinedOnce],
];

/** Paid with another person's card; its owner disputes each charge. */
export const OWEN_SENDS: readonly DatedSend[] = [
  [48.7, '140.00', KIM, '', lostAfter(9, 30)],
  // The desk looks for the outcome of a payout that is older than half an hour.
  [0.006, '85.00', MARCO, '', disputedUnderway],
];

/** Before she closed her account. */
export const RUTH_SENDS: readonly DatedSend[] = [[61.2, '45.00', HANNA, 'For the flowers']];

export const MAYA_CARDS: readonly (readonly [daysAgo: number, DemoCard])[] = [
  [121.3, MAYA_OLD],
  [90, MAYA_SPARE],
  [70, MAYA_EVERYDAY],
];
