import { isEqual } from '../config/blind-index.js';
import { html, type Html } from './html.js';
import { icon, ICONS, languageOf, pageFrame, type PageLanguage } from './page-frame.js';
import { page, type SimulatorReply, type SimulatorRequest, type SimulatorRoute } from './simulator-server.js';
import type { SimulatorMemory } from './simulator-state.js';
import type { StripePayments } from './stripe-payments.js';
import type { SimulatedPayment } from './stripe-state.js';

const texts = {
  en: {
    title: 'Your bank asks: is this you?',
    lead: 'This stands for the page of a bank. Approve or refuse the payment.',
    amount: 'Amount',
    card: 'Card',
    approve: 'Approve',
    approveHint: 'The bank knows it is you',
    refuse: 'Refuse',
    refuseHint: 'The payment fails',
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
    approve: 'Aprobar',
    approveHint: 'El banco sabe que eres tú',
    refuse: 'Rechazar',
    refuseHint: 'El pago falla',
    overTitle: 'Esta pregunta ya fue respondida',
    over: 'Vuelve a Flip para ver cómo terminó el pago.',
    back: 'Volver a Flip',
    missingTitle: 'No existe ese pago',
    missing: 'El enlace no está completo.',
  },
} as const;

const BRANDS: Readonly<Record<string, string>> = { visa: 'Visa', mastercard: 'Mastercard' };

/** The bank's page of a card with 3-D Secure: approve or refuse, then back to the app. */
export function challengeRoutes(
  memory: SimulatorMemory,
  payments: StripePayments,
): readonly SimulatorRoute[] {
  return [
    {
      method: 'GET',
      path: /^\/card-challenge$/,
      answer: (request) => show(request, paymentIn(request.url.searchParams, payments), payments),
    },
    {
      method: 'POST',
      path: /^\/card-challenge$/,
      answer: async (request) => {
        const form = new URLSearchParams(request.body);
        const payment = paymentIn(form, payments);
        const answer = (['approve', 'refuse'] as const).find((name) => name === form.get('answer'));
        if (!payment || !answer) return show(request, null, payments);
        payments.answerChallenge(payment, answer === 'approve');
        await memory.save();
        return { status: 303, headers: { location: returnAddress(payment) } };
      },
    },
  ];
}

/** The payment whose secret the link has. */
function paymentIn(values: URLSearchParams, payments: StripePayments): SimulatedPayment | null {
  const payment = payments.newest(Infinity).find(({ id }) => id === values.get('payment_intent'));
  const isOpen = payment?.challengeSecret && isEqual(values.get('secret') ?? '', payment.challengeSecret);
  return payment && isOpen ? payment : null;
}

function show(
  request: SimulatorRequest,
  payment: SimulatedPayment | null,
  payments: StripePayments,
): SimulatorReply {
  const language = languageOf(request.url, request.headers['accept-language']);
  const t = texts[language];
  const frame = (title: string, content: Html) => pageFrame({ language, title, content, focused: true });
  if (!payment)
    return page(
      404,
      frame(
        t.missingTitle,
        html`<h1>${t.missingTitle}</h1>
          <p class="lead">${t.missing}</p>`,
      ),
    );
  if (payment.status !== 'requires_action') {
    const back = html`<p class="lead"><a class="btn" href="${returnAddress(payment)}">${t.back}</a></p>`;
    return page(
      409,
      frame(
        t.overTitle,
        html`<h1>${t.overTitle}</h1>
          <p class="lead">${t.over}</p>
          ${back}`,
      ),
    );
  }
  // Chromium also applies form-action to the redirect after a form.
  const formAction = [new URL(payment.returnUrl).origin];
  return page(200, frame(t.title, question(payment, payments, language)), { formAction });
}

function question(payment: SimulatedPayment, payments: StripePayments, language: PageLanguage): Html {
  const t = texts[language];
  const style = { style: 'currency', currency: 'USD' } as const;
  const amount = new Intl.NumberFormat(language === 'es' ? 'es-US' : 'en-US', style).format(
    payment.amount / 100,
  );
  const method = payments.methodOf(payment);
  const button = (name: 'approve' | 'refuse', path: string) =>
    html`<button class="choice ${name === 'approve' ? 'main' : ''}" name="answer" value="${name}">
      ${icon(path)}<span><b>${t[name]}</b><small>${t[`${name}Hint`]}</small></span>
    </button>`;
  return html`<h1>${t.title}</h1>
    <p class="lead">${t.lead}</p>
    <form class="card" method="post" action="/card-challenge?language=${language}">
      <input type="hidden" name="payment_intent" value="${payment.id}" />
      <input type="hidden" name="secret" value="${payment.challengeSecret ?? ''}" />
      <div class="who">
        <span class="disc">${icon('M3 6h18v13H3zM3 10h18M7 15h4')}</span
        ><span><small>${t.amount}</small><b>${amount}</b></span
        ><span
          ><small>${t.card}</small
          ><b>${BRANDS[method?.brand ?? ''] ?? ''} •••• ${method?.last4 ?? ''}</b></span
        >
      </div>
      <div class="choices">${button('approve', ICONS.tick)}${button('refuse', ICONS.cross)}</div>
    </form>`;
}

function returnAddress(payment: SimulatedPayment): string {
  const address = new URL(payment.returnUrl);
  address.searchParams.set('payment_intent', payment.id);
  const isApproved = payment.status === 'requires_capture' || payment.status === 'succeeded';
  address.searchParams.set('redirect_status', isApproved ? 'succeeded' : 'failed');
  return address.href;
}
