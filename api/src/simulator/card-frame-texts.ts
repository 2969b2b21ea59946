import type { PageLanguage } from './page-frame.js';
import type { TestCard } from './test-cards.js';

interface CardFrameTexts {
  readonly title: string;
  readonly number: string;
  readonly expiry: string;
  readonly expiryHint: string;
  readonly cvc: string;
  /** Beside a wrong field, by the name that the tokens route gives. */
  readonly wrong: Readonly<Record<'number' | 'test_number' | 'expiry' | 'cvc' | 'away', string>>;
  readonly testCards: string;
  readonly outcomes: Readonly<Record<TestCard['outcome'], string>>;
  readonly funding: Readonly<Record<'credit' | 'prepaid', string>>;
}

/** Texts of the card frame. */
export const cardFrameTexts: Readonly<Record<PageLanguage, CardFrameTexts>> = {
  en: {
    title: 'Test card',
    number: 'Card number',
    expiry: 'Expires',
    expiryHint: 'MM / YY',
    cvc: 'CVC',
    wrong: {
      number: 'This is not a card number. Check the digits.',
      test_number: 'Test mode takes test cards only. Never type a real card here; choose one below.',
      expiry: 'Enter a month and year in the future, such as 12 / 30.',
      cvc: 'Enter the 3 or 4 digits on the card.',
      away: 'The card could not be read. Try again in a moment.',
    },
    testCards: 'Test cards',
    outcomes: {
      approved: 'pays',
      challenge: 'asks the bank first',
      challenge_then_declined: 'asks the bank, then declined',
      refund_fails: 'pays, a refund fails',
      insufficient_funds: 'not enough money',
      card_declined: 'declined',
      expired_card: 'declined: expired',
      incorrect_cvc: 'declined: wrong CVC',
      lost_card: 'declined: lost',
      stolen_card: 'declined: stolen',
      processing_error: 'fails, may be tried again',
    },
    funding: { credit: 'a credit card', prepaid: 'a prepaid card' },
  },
  es: {
    title: 'Tarjeta de prueba',
    number: 'Número de la tarjeta',
    expiry: 'Vence',
    expiryHint: 'MM / AA',
    cvc: 'CVC',
    wrong: {
      number: 'Este no es un número de tarjeta. Revisa los dígitos.',
      test_number:
        'El modo de prueba solo acepta tarjetas de prueba. Nunca escribas aquí una tarjeta real; elige una abajo.',
      expiry: 'Ingresa un mes y un año futuros, como 12 / 30.',
      cvc: 'Ingresa los 3 o 4 dígitos de la tarjeta.',
      away: 'No se pudo leer la tarjeta. Inténtalo de nuevo en un momento.',
    },
    testCards: 'Tarjetas de prueba',
    outcomes: {
      approved: 'paga',
      challenge: 'primero pregunta al banco',
      challenge_then_declined: 'pregunta al banco y luego se rechaza',
      refund_fails: 'paga, pero un reembolso falla',
      insufficient_funds: 'sin fondos suficientes',
      card_declined: 'rechazada',
      expired_card: 'rechazada: vencida',
      incorrect_cvc: 'rechazada: CVC incorrecto',
      lost_card: 'rechazada: perdida',
      stolen_card: 'rechazada: robada',
      processing_error: 'falla, se puede intentar de nuevo',
    },
    funding: { credit: 'una tarjeta de crédito', prepaid: 'una tarjeta prepagada' },
  },
};
