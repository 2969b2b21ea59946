/**
 * The script of the card frame. The frame and its parent page exchange messages only with the app's own origins, which
 * the parent page names:
 *
 * - page → frame `{type: 'flip-card-submit'}`: submit the card
 * - frame → page `{type: 'flip-card-ready'}`: the fields can be used
 * - frame → page `{type: 'flip-card-token', token}`: the response; a payment method for one payment or customer
 * - frame → page `{type: 'flip-card-error', message}`: the response when a field is invalid, also shown next to the field
 * - frame → page `{type: 'flip-card-change', complete}`: whether every field is filled in
 * - frame → page `{type: 'flip-card-height', height}`: in CSS pixels
 */
export const cardFrameScript = `
const main = document.getElementById('main');
const origins = JSON.parse(main.dataset.origins);
const texts = JSON.parse(main.dataset.wrong);
const parentOrigin = window.location.ancestorOrigins?.[0];
const targets = origins.includes(parentOrigin) ? [parentOrigin] : origins;
const fields = {
  number: document.getElementById('number'),
  expiry: document.getElementById('expiry'),
  cvc: document.getElementById('cvc'),
};
const digits = (field) => field.value.replace(/\\D/g, '');

function post(message, to = targets) {
  if (window.parent === window) return;
  for (const origin of to) window.parent.postMessage(message, origin);
}

function passesLuhn(number) {
  let sum = 0;
  for (let place = 1; place <= number.length; place += 1) {
    const digit = Number(number.at(-place)) * (place % 2 === 0 ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}

function wrongField() {
  const number = digits(fields.number);
  if (number.length < 13 || !passesLuhn(number)) return 'number';
  const expiry = digits(fields.expiry);
  const month = Number(expiry.slice(0, 2));
  if (expiry.length !== 4 || month < 1 || month > 12) return 'expiry';
  return /^\\d{3,4}$/.test(digits(fields.cvc)) ? null : 'cvc';
}

function show(name, code) {
  for (const [each, field] of Object.entries(fields)) {
    const isWrong = each === name;
    const text = document.getElementById(each + '-wrong');
    field.setAttribute('aria-invalid', String(isWrong));
    text.hidden = !isWrong;
    if (isWrong) text.lastElementChild.textContent = texts[code];
  }
}

function refuse(code, origin) {
  const name = code === 'test_number' || code === 'away' ? 'number' : code;
  show(name, code);
  fields[name].focus();
  post({ type: 'flip-card-error', message: texts[code] }, [origin]);
}

async function submit(origin) {
  const wrong = wrongField();
  if (wrong) return refuse(wrong, origin);
  show(null);
  const expiry = digits(fields.expiry);
  const card = {
    number: digits(fields.number),
    expMonth: Number(expiry.slice(0, 2)),
    expYear: 2000 + Number(expiry.slice(2)),
    cvc: digits(fields.cvc),
  };
  try {
    const response = await fetch('/card-frame/tokens', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(card),
    });
    const { token, field } = await response.json();
    if (token) post({ type: 'flip-card-token', token }, [origin]);
    else refuse(field in texts ? field : 'away', origin);
  } catch {
    refuse('away', origin);
  }
}

/** Groups the digits while keeping the caret after the same digit. */
function group(field, pattern, join) {
  const before = field.value.slice(0, field.selectionStart).replace(/\\D/g, '').length;
  field.value = (digits(field).match(pattern) ?? []).join(join);
  let caret = 0;
  for (let seen = 0; seen < before && caret < field.value.length; caret += 1) if (/\\d/.test(field.value[caret])) seen += 1;
  if (document.activeElement === field) field.setSelectionRange(caret, caret);
}

function changed() {
  group(fields.number, /\\d{1,4}/g, ' ');
  group(fields.expiry, /\\d{1,2}/g, ' / ');
  post({ type: 'flip-card-change', complete: wrongField() === null });
}

for (const [name, field] of Object.entries(fields)) {
  field.addEventListener('input', () => {
    changed();
    if (field.getAttribute('aria-invalid') === 'true') show(null);
  });
}
main.addEventListener('submit', (event) => event.preventDefault());
main.addEventListener('click', (event) => {
  const button = event.target.closest('button[data-number]');
  if (!button) return;
  fields.number.value = button.dataset.number;
  fields.expiry.value = button.dataset.expiry;
  fields.cvc.value = '123';
  show(null);
  changed();
  button.closest('details').open = false;
  fields.number.focus();
});
window.addEventListener('message', ({ data, origin, source }) => {
  if (source === window.parent && origins.includes(origin) && data?.type === 'flip-card-submit') void submit(origin);
});
// Not before: a frame out of view is not laid out yet and would be measured without a width.
new ResizeObserver(() =>
  post({ type: 'flip-card-height', height: Math.ceil(document.body.getBoundingClientRect().height) }),
).observe(document.body);
post({ type: 'flip-card-ready' });
`;
