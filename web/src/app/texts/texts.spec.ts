import { apiTexts, interfaceTexts, isPlural, namedKeys } from '../../../../test/web/text-files';

const english = interfaceTexts('en');
const spanish = interfaceTexts('es');

/** Fixed word for word by the specification. */
const FIXED: readonly (readonly [key: string, english: string, spanish: string])[] = [
  ['common.loading', 'Loading...', 'Cargando...'],
  ['quick.loading', 'Loading Quick Send...', 'Cargando Envío rápido...'],
  ['nav.dashboard', 'Dashboard', 'Panel'],
  ['nav.sendMoney', 'Send Money', 'Enviar dinero'],
  ['nav.transactions', 'Transactions', 'Transacciones'],
  ['nav.logout', 'Logout', 'Cerrar sesión'],
  ['nav.signin', 'Sign in', 'Iniciar sesión'],
  ['nav.login', 'Login', 'Entrar'],
  ['nav.signup', 'Sign Up', 'Registrarse'],
  ['nav.savedCards', 'Saved Cards', 'Tarjetas guardadas'],
  ['nav.verification', 'Verification', 'Verificación'],
  ['nav.profile', 'Profile', 'Perfil'],
  ['signup.google', 'Continue with Google', 'Continuar con Google'],
  ['signup.apple', 'Continue with Apple', 'Continuar con Apple'],
  ['signup.join', 'Join', 'Crear cuenta'],
  ['signup.first', 'First name', 'Nombre'],
  ['signup.last', 'Last name', 'Apellido'],
  ['signup.fullName', 'Full name', 'Nombre completo'],
  ['auth.email', 'E-mail', 'Correo electrónico'],
  ['auth.password', 'Password', 'Contraseña'],
  ['auth.forgot', 'Forgot password?', '¿Olvidaste tu contraseña?'],
  ['terms.accept', 'Accept', 'Aceptar'],
  ['terms.close', 'Close', 'Cerrar'],
  [
    'signup.names_required',
    'Please enter both your first and last name.',
    'Ingresa tu nombre y tu apellido.',
  ],
  [
    'signup.accept_terms_error',
    'You must accept the Terms of Service to continue.',
    'Debes aceptar los Términos del servicio para continuar.',
  ],
  ['signup.error', 'Error creating account: {message}', 'Error al crear la cuenta: {message}'],
  [
    'signup.weak',
    'Your password does not meet the requirements.',
    'Tu contraseña no cumple con los requisitos.',
  ],
  ['signin.error_title', 'Error signing in', 'Error al iniciar sesión'],
  ['signin.error_detail', 'signin.error: {message}', 'signin.error: {message}'],
  [
    'social.error',
    'Social sign-in failed: {message}',
    'No se pudo iniciar sesión con la cuenta externa: {message}',
  ],
  [
    'dashboard.error',
    'Error loading dashboard data: {message}',
    'Error al cargar los datos del panel: {message}',
  ],
  ['dashboard.welcome', 'Welcome, {firstName}', 'Hola, {firstName}'],
  ['dashboard.signOut', 'Sign out', 'Cerrar sesión'],
  ['status.unverified', 'Unverified', 'Sin verificar'],
  ['status.pending', 'Pending', 'Pendiente'],
  ['status.verified', 'Verified', 'Verificado'],
  [
    'limit.notice',
    'You have ${remaining} remaining of your $250 weekly sending limit. Get verified to increase this limit.',
    'Te quedan ${remaining} de tu límite de envío semanal de $250. Verifica tu identidad para aumentar este límite.',
  ],
  [
    'limit.exceeded',
    'This send would exceed your weekly limit. You have ${remaining} remaining.',
    'Este envío supera tu límite semanal. Te quedan ${remaining}.',
  ],
  ['quick.title', 'Quick Send', 'Envío rápido'],
  ['quick.recipient', 'Recipient name', 'Nombre del destinatario'],
  ['quick.platform', 'Receiving platform', 'Plataforma de destino'],
  [
    'quick.handle',
    "Recipient's platform e-mail/handle",
    'Correo o usuario del destinatario en la plataforma',
  ],
  ['fees.flip', 'Flip fee', 'Comisión de Flip'],
  ['fees.processing', 'Processing fee', 'Comisión de procesamiento'],
  ['fees.total', 'Total fee', 'Comisión total'],
  ['fees.charge', 'Total to charge', 'Total a cobrar'],
  ['quick.amount', 'Amount', 'Monto'],
  ['quick.placeholder', '0.00', '0.00'],
  ['quick.send', 'Send Transfer', 'Enviar transferencia'],
  [
    'quick.mockSuccess',
    'Mock transfer added to recent transactions!',
    '¡Transferencia de prueba agregada a las transacciones recientes!',
  ],
  ['tx.via', 'via {platform}', 'por {platform}'],
  ['tx.recentEmpty', 'No recent transactions.', 'No hay transacciones recientes.'],
  ['tx.empty', 'No transactions yet.', 'Aún no hay transacciones.'],
  ['payment.none', 'No payment data provided.', 'No se proporcionaron datos de pago.'],
  ['kyc.button', 'Get Verified with Persona', 'Verificar con Persona'],
  [
    'kyc.consent_required',
    'You must consent to data collection and verification.',
    'Debes dar tu consentimiento para la recopilación de datos y la verificación.',
  ],
  ['profile.displayName', 'Display name', 'Nombre para mostrar'],
  ['profile.emails', 'Receive important emails', 'Recibir correos importantes'],
  ['profile.save', 'Save', 'Guardar'],
  ['profile.saved', 'Profile saved', 'Perfil guardado'],
  ['profile.error', 'Error saving profile', 'Error al guardar el perfil'],
  ['feesPage.sent', 'Amount sent', 'Monto enviado'],
  ['feesPage.transfer', 'Transfer fee', 'Comisión de transferencia'],
  ['feesPage.processing', 'Processing fee', 'Comisión de procesamiento'],
  ['feesPage.paid', 'Total paid', 'Total pagado'],
  [
    'feesPage.pctNote',
    'Card processing fee: {percent} of the amount ({sample} gives {fee}; total {total})',
    'Comisión por procesamiento de tarjeta: {percent} del monto ({sample} genera {fee}; total {total})',
  ],
  ['footer.location', 'Winston-Salem NC', 'Winston-Salem, NC'],
  ['footer.lang', 'English · Español', 'English · Español'],
];

/** Likewise, of the API's refusals. */
const FIXED_REFUSALS: typeof FIXED = [
  ['get_user_transactions_failed', 'getUserTransactions failed', 'No pudimos obtener tus transacciones'],
  [
    'get_user_kyc_requests_failed',
    'getUserKycRequests failed',
    'No pudimos obtener tus solicitudes de verificación',
  ],
  ['uid_required', 'uid required', 'Falta el identificador de usuario'],
  ['card_not_debit', 'Only debit cards are accepted.', 'Solo se aceptan tarjetas de débito.'],
];

/** Each statement of the legal pages is a separate text (specification §1, decision 33). */
const STATEMENTS: Readonly<Record<string, string>> = {
  'terms.age': 'minimum age',
  'terms.identity': 'identity is verified through a verification form',
  'privacy.collected.name': 'collected: name',
  'privacy.collected.birthDate': 'collected: birth date',
  'privacy.collected.address': 'collected: address',
  'privacy.collected.phone': 'collected: phone',
  'privacy.collected.email': 'collected: e-mail',
  'privacy.collected.governmentId': 'collected: government ID',
  'privacy.collected.ssn': 'collected: social security number',
  'privacy.collected.card': 'collected: card details',
  'privacy.collected.history': 'collected: transaction history',
  'privacy.collected.device': 'collected: device, browser and IP data',
  'privacy.kept': 'kept up to 7 years',
  'privacy.encrypted': 'encrypted',
  'privacy.neverSold': 'never sold',
  'privacy.noMarketing': 'not shared for marketing',
  'terms.final': 'final once processed',
  'terms.refund': 'full refund including fees if the product cannot complete',
  'terms.noRefundWrong': 'no refund for wrong recipient details',
  'terms.noRefundDelivered': 'no refund once delivered',
  'terms.suspension': 'suspension for false information, fraud or misuse',
  'terms.law': 'law of a US state',
  'terms.disputes': 'county court',
  'terms.support': 'support e-mail and phone',
  'privacy.contact': 'support e-mail and phone',
  'feesPage.limitUnverified': 'limits',
  'feesPage.limitVerified': 'limits',
  'feesPage.example': 'fee examples',
  'feesPage.methodDebit': 'payment method notes',
  'feesPage.methodOthers': 'payment method notes',
  'feesPage.thirdPartyTop': 'third-party fees',
  'feesPage.thirdPartyDeducted': 'third-party fees',
  'feesPage.noteShown': 'notes',
  'feesPage.tip': 'tip',
};

/** Shown only where no other cards are accepted, each with a text for credit cards; or of one card of a known kind. */
const DEBIT_ONLY = [
  'terms.cardDebit',
  'payment.debitOnly',
  'payment.anotherDebit',
  'feesPage.methodDebit',
  'landing.lead',
  'landing.step.sendText',
  'landing.answer.cards',
  'landing.behind.dataText',
  'cards.text',
  'cards.addDebit',
  'cards.name.debit',
  'cards.debitNote',
  'card_not_debit',
];

/** Words that said something untrue, or that no native speaker would use here. */
const AVOIDED: Readonly<Record<string, RegExp>> = {
  en: /test mailbox|instant cash-out|\bno transfer of anyone|limit holds|law asks|\bany more\b|find fraud|answering right now|card follows|every other session was|or name on the platform|\$1000\b|transfers behind|^payments on hold$|\b7 years(?! after you close your account, or longer)/i,
  es: /reunir|reunimos|reúne|velocidad|unknown|¿preguntas\?|buzón|verificad[oa]s?:|^pagos retenidos$|pago se hizo|\$1000\b|\b7 años(?! después de que cierres tu cuenta, o más tiempo)/i,
};

describe('the texts', () => {
  it.each([
    ['en', [...english, ...apiTexts('en')]],
    ['es', [...spanish, ...apiTexts('es')]],
  ])('avoid the known mistakes in %s', (language, leaves) => {
    expect(leaves.filter(([, text]) => AVOIDED[language]?.test(text))).toEqual([]);
  });

  // "a la 1:05", but "a las 2:05": only texts with plural forms can say it, by the hour.
  it('contain no Spanish hour with a possibly wrong article', () => {
    const said = [...spanish, ...apiTexts('es')].filter(([key]) => !isPlural(key));
    expect(said.filter(([, text]) => /\blas? \{(at|time|until)\}/i.test(text))).toEqual([]);
  });

  it.each([
    ['en', [...english, ...apiTexts('en')]],
    ['es', [...spanish, ...apiTexts('es')]],
  ])('in %s name debit cards alone only where a deployment accepts nothing else', (_, leaves) => {
    const alone = leaves.filter(([, text]) => /debit|débito/i.test(text) && !/credit|crédito/i.test(text));
    expect(alone.map(([key]) => key).filter((key) => !DEBIT_ONLY.includes(key))).toEqual([]);
  });

  it('have the same keys in both languages', () => {
    expect([...namedKeys(spanish.keys())].sort()).toEqual([...namedKeys(english.keys())].sort());
  });

  it.each([
    ['en', english],
    ['es', spanish],
  ])('have every plural form of %s', (language, leaves) => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const counted = namedKeys([...leaves.keys()].filter(isPlural));
    for (const key of counted) {
      for (const form of forms) expect(leaves.has(`${key}_${form}`)).toBe(true);
    }
  });

  it.each(FIXED)('of the key %s are exactly as specified (ASVS 1.3.7)', (key, inEnglish, inSpanish) => {
    expect(english.get(key)).toBe(inEnglish);
    expect(spanish.get(key)).toBe(inSpanish);
  });

  it.each(FIXED_REFUSALS)('of the refusal %s are exactly as specified', (code, inEnglish, inSpanish) => {
    expect(new Map(apiTexts('en')).get(code)).toBe(inEnglish);
    expect(new Map(apiTexts('es')).get(code)).toBe(inSpanish);
  });

  it('contain the same figures in both languages', () => {
    const figuresOf = (text = '') => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
    const differing = [...english.keys()].filter(
      (key) =>
        spanish.has(key) && String(figuresOf(english.get(key))) !== String(figuresOf(spanish.get(key))),
    );
    expect(differing).toEqual([]);
  });

  it.each(Object.entries(STATEMENTS))('%s states: %s', (key) => {
    expect(english.get(key)).toBeTruthy();
    expect(spanish.get(key)).toBeTruthy();
    expect(spanish.get(key)).not.toBe(english.get(key));
  });
});
