import { intlLocale, type Locale } from '../../api/src/kernel/people/accounts.js';
import { cardText } from '../../api/src/kernel/money/cards.js';
import { html, type Html } from '../pages/html.js';
import {
  choice,
  hiddenFields,
  icon,
  ICONS,
  languageOf,
  messagePage,
  pageFrame,
} from '../pages/page-frame.js';
import {
  get,
  page,
  post,
  seeOther,
  type SimulatorReply,
  type SimulatorRequest,
  type SimulatorRoute,
} from '../simulator-server.js';
import type { StripePayments } from './stripe-payments.js';
import type { SimulatedPayment } from './stripe-state.js';

const texts = {
  en: {
    title: 'Your bank asks: is this you?',
    lead: 'This stands for the page of a bank. Approve or refuse the payment.',
    amount: 'Amount',
    card: 'Card',
    approve: ['Approve', 'The bank knows it is you'],
    refuse: ['Refuse', 'The payment fails'],
    overTitle: 'This question has been answered',
    over: 'Go back to Flip to see how the payment ended.',
    back: 'Back to Flip',
    missingTitle: 'There is no such payment',
    missing: 'The link is not complete.',
  },
  es: {
    title: 'Tu banco pregunta: ¿eres tú?',
    lead: 'Esto representa la página de un banco. Aprueba o rechaza el pago.',
    amount: 'Monto',
    card: 'Tarjeta',
    approve: ['Aprobar', 'El banco sabe que eres tú'],
    refuse: ['Rechazar', 'El pago falla'],
    overTitle: 'Esta pregunta ya fue respondida',
    over: 'Vuelve a Flip para ver cómo terminó el pago.',
    back: 'Volver a Flip',
    missingTitle: 'No existe ese pago',
    missing: 'El enlace no está completo.',
  },
} as const;

/** The bank's 3-D Secure page: approve or refuse, then return to the app. */
export function challengeRoutes(payments: StripePayments): readonly SimulatorRoute[] {
  return [
    get(/^\/card-challenge$/, (request) =>
      show(request, paymentIn(request.url.searchParams, payments), payments),
    ),
    post(/^\/card-challenge$/, (request) => {
      const form = new URLSearchParams(request.body);
      const payment = paymentIn(form, payments);
      const answer = (['approve', 'refuse'] as const).find((name) => name === form.get('answer'));
      if (!payment || !answer) return show(request, null, payments);
      payments.answerChallenge(payment, answer === 'approve');
      return seeOther(returnAddress(payment));
    }),
  ];
}

/** The payment with the secret in the link. */
function paymentIn(values: URLSearchParams, payments: StripePayments): SimulatedPayment | null {
  const payment = payments.newest(Infinity).find(({ id }) => id === values.get('payment_intent'));
  const isOpen = payment?.challengeSecret && values.get('secret') === payment.challengeSecret;
  return payment && isOpen ? payment : null;
}

function show(
  request: SimulatorRequest,
  payment: SimulatedPayment | null,
  payments: StripePayments,
): SimulatorReply {
  const language = languageOf(request);
  const t = texts[language];
  if (!payment) return messagePage(404, language, { title: t.missingTitle, text: t.missing });
  if (payment.status !== 'requires_action') {
    const back = html`<a class="btn" href="${returnAddress(payment)}">${t.back}</a>`;
    return messagePage(409, language, { title: t.overTitle, text: t.over, back });
  }
  // Chromium also applies form-action to the redirect after a form.
  const formAction = [new URL(payment.returnUrl).origin];
  const content = question(payment, payments, language);
  return page(200, pageFrame({ language, title: t.title, content, focused: true }), { formAction });
}

function question(payment: SimulatedPayment, payments: StripePayments, language: Locale): Html {
  const t = texts[language];
  const style = { style: 'currency', currency: 'USD' } as const;
  const amount = new Intl.NumberFormat(intlLocale(language), style).format(payment.amount / 100);
  const method = payments.methodOf(payment);
  return html`<h1>${t.title}</h1>
    <p class="lead">${t.lead}</p>
    <form class="card" method="post" action="/card-challenge?language=${language}">
      ${hiddenFields({ payment_intent: payment.id, secret: payment.challengeSecret ?? '' })}
      <div class="who">
        <span class="disc">${icon('M3 6h18v13H3zM3 10h18M7 15h4')}</span
        ><span><small>${t.amount}</small><b>${amount}</b></span
        ><span><small>${t.card}</small><b>${method ? cardText(method) : ''}</b></span>
      </div>
      <div class="choices">
        ${choice(['answer', 'approve'], t.approve, { path: ICONS.tick, isMain: true })}
        ${choice(['answer', 'refuse'], t.refuse, { path: ICONS.cross })}
      </div>
    </form>`;
}

function returnAddress(payment: SimulatedPayment): string {
  const address = new URL(payment.returnUrl);
  address.searchParams.set('payment_intent', payment.id);
  const isApproved = payment.status === 'requires_capture' || payment.status === 'succeeded';
  address.searchParams.set('redirect_status', isApproved ? 'succeeded' : 'failed');
  return address.href;
}
