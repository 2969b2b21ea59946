import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Locale } from '../../api/src/kernel/people/accounts.js';
import { html, type Html } from '../pages/html.js';
import { openIdPageTexts } from './openid-page-texts.js';
import type { Person } from './openid-kinds.js';
import type { AuthorizationRequest, OpenIdProvider } from './openid-provider.js';
import { choice, hiddenFields, ICONS, languageOf, messagePage, pageFrame } from '../pages/page-frame.js';
import {
  get,
  json,
  page,
  post,
  seeOther,
  type SimulatorReply,
  type SimulatorRequest,
  type SimulatorRoute,
} from '../simulator-server.js';

const PARAMETER_MAX_LENGTH = 2_000;
/** Names of the parameters in authorization requests and forms. */
const PARAMETERS: Readonly<Record<keyof AuthorizationRequest, string>> = {
  clientId: 'client_id',
  redirectUri: 'redirect_uri',
  state: 'state',
  nonce: 'nonce',
  codeChallenge: 'code_challenge',
};
const personSchema = z.object({
  name: z.string().trim().min(1).max(160),
  email: z.email().max(254),
});

/** Submits the response form as soon as its page is shown; without scripts, its button does. */
export const formPostScript = 'document.forms[0].submit();';
const FORM_POST_SCRIPT_PATH = '/form-post.js';

/** The provider's endpoints and its account chooser. */
export class OpenIdPages {
  constructor(
    private readonly parts: {
      readonly provider: OpenIdProvider;
      /** Path of the issuer. */
      readonly path: string;
      /** Whether a return address belongs to the app, as a registered redirect address would. */
      readonly isOwn: (address: URL) => boolean;
      /** Who already has an account with a password. */
      readonly people: readonly Pick<Person, 'email' | 'givenName' | 'familyName'>[];
    },
  ) {}

  routes(): readonly SimulatorRoute[] {
    const { provider } = this.parts;
    const { authorize, token, keys } = provider.kind.paths;
    const at = (path: string) => new RegExp(`^${`${this.parts.path}${path}`.replaceAll('.', '\\.')}$`);
    return [
      get(at('/.well-known/openid-configuration'), () => json(200, provider.metadata())),
      get(at(keys), async () => json(200, await provider.keys())),
      post(at(token), (request) => this.token(request)),
      get(at(authorize), (request) => this.show(request)),
      post(at(authorize), (request) => this.choose(request)),
    ];
  }

  private get action(): string {
    return `${this.parts.path}${this.parts.provider.kind.paths.authorize}`;
  }

  private async token({ body }: SimulatorRequest): Promise<SimulatorReply> {
    const form = new URLSearchParams(body);
    const value = (name: string) => form.get(name) ?? '';
    const { status, body: response } = await this.parts.provider.exchange({
      grantType: value('grant_type'),
      code: value('code'),
      redirectUri: value('redirect_uri'),
      codeVerifier: value('code_verifier'),
      clientId: value('client_id'),
      clientSecret: value('client_secret'),
    });
    return json(status, response);
  }

  private show(request: SimulatorRequest): SimulatorReply {
    const values = request.url.searchParams;
    const language = languageOf(request, values.get('ui_locales'));
    const authorization = this.read(values);
    return authorization ? this.chooser(authorization, language) : missing(language);
  }

  private chooser(authorization: AuthorizationRequest, language: Locale, isWrong = false): SimulatorReply {
    const t = openIdPageTexts[language];
    const { kind } = this.parts.provider;
    const hidden = hiddenFields(parametersOf(authorization, { language, responseMode: kind.responseMode }));
    const content = html`<h1>${t.title}</h1>
      <p class="lead">${t.lead(kind.name)}</p>
      <form class="card" method="post" action="${this.action}">
        ${hidden}
        <h2 id="choose">${t.choose}</h2>
        <div class="choices" role="group" aria-labelledby="choose">
          ${this.choices(language)} ${choice(['choice', 'cancel'], t.cancel, { path: ICONS.back })}
        </div>
      </form>
      <form class="card fields" method="post" action="${this.action}">
        ${hidden}
        <h2>${t.other}</h2>
        ${isWrong ? html`<p role="alert" class="wrong">${t.wrong}</p>` : ''}
        <label>${t.name}<input name="name" maxlength="160" autocomplete="off" required /></label>
        <label
          >${t.email}<input name="email" type="email" maxlength="254" autocomplete="off" required
        /></label>
        ${kind.hasUnverified ? verifiedTick(t.verified) : ''}
        <button class="btn" name="choice" value="other">${t.go}</button>
      </form>`;
    // Chromium also applies form-action to the redirect after a form.
    const policy = { formAction: [new URL(authorization.redirectUri).origin] };
    return page(isWrong ? 400 : 200, pageFrame({ language, title: t.title, content, focused: true }), policy);
  }

  private choices(language: Locale): readonly Html[] {
    const t = openIdPageTexts[language];
    const tag = randomBytes(3).toString('hex');
    const fresh = { email: `riley.${tag}@mail.example`, givenName: 'Riley', familyName: 'Brooks' };
    const sam = { givenName: 'Sam', familyName: 'Ortega' };
    const last = this.parts.provider.kind.hasUnverified
      ? personButton({ ...sam, email: `sam.${tag}@mail.example`, emailVerified: false }, t.unverified)
      : personButton(
          { ...sam, email: `${tag}@relay.example`, emailVerified: true, isPrivate: true },
          t.hidden,
        );
    return [
      personButton({ ...fresh, emailVerified: true }, t.fresh),
      ...this.parts.people.map((person) => personButton({ ...person, emailVerified: true }, t.known)),
      last,
    ];
  }

  private choose(request: SimulatorRequest): SimulatorReply {
    const form = new URLSearchParams(request.body);
    const language = languageOf(request, form.get('ui_locales'));
    const authorization = this.read(form);
    if (!authorization) return missing(language);
    const { kind } = this.parts.provider;
    if (form.get('choice') === 'cancel')
      return this.respond(authorization, { state: authorization.state, error: kind.cancelled }, language);
    const person = form.get('choice') === 'other' ? typedPerson(form) : chosenPerson(form.get('choice'));
    if (!person) return this.chooser(authorization, language, true);
    const code = this.parts.provider.issue(authorization, person);
    const isNamed = kind.responseMode === 'form_post' && this.parts.provider.isFirst(person);
    const response = { state: authorization.state, code, ...(isNamed && { user: userField(person) }) };
    return this.respond(authorization, response, language);
  }

  /** In the query of a redirect, or in a form that the page posts. */
  private respond(
    { redirectUri }: AuthorizationRequest,
    response: Readonly<Record<string, string>>,
    language: Locale,
  ): SimulatorReply {
    const address = new URL(redirectUri);
    if (this.parts.provider.kind.responseMode === 'form_post') return formPost(address, response, language);
    for (const [name, value] of Object.entries(response)) address.searchParams.set(name, value);
    return seeOther(address.href);
  }

  /** The registered client's complete request with PKCE that returns to the app; null for any other. */
  private read(values: URLSearchParams): AuthorizationRequest | null {
    const value = (name: keyof AuthorizationRequest) => values.get(PARAMETERS[name]) ?? '';
    const authorization: AuthorizationRequest = {
      clientId: value('clientId'),
      redirectUri: value('redirectUri'),
      state: value('state'),
      nonce: value('nonce'),
      codeChallenge: value('codeChallenge'),
    };
    const { responseMode } = this.parts.provider.kind;
    if ((values.get('response_mode') ?? 'query') !== responseMode) return null;
    const texts: readonly string[] = Object.values(authorization);
    if (!texts.every((text) => text !== '' && text.length <= PARAMETER_MAX_LENGTH)) return null;
    if (!this.parts.provider.isKnown(authorization) || !URL.canParse(authorization.redirectUri)) return null;
    return this.parts.isOwn(new URL(authorization.redirectUri)) ? authorization : null;
  }
}

function personButton(person: Person, note: string): Html {
  const texts = [`${person.givenName} ${person.familyName}`, person.email, note];
  return choice(['choice', JSON.stringify(person)], texts, { path: ICONS.person });
}

function parametersOf(
  authorization: AuthorizationRequest,
  { language, responseMode }: { readonly language: Locale; readonly responseMode: string },
): Readonly<Record<string, string>> {
  const names = Object.keys(PARAMETERS) as (keyof AuthorizationRequest)[];
  const given = Object.fromEntries(names.map((name) => [PARAMETERS[name], authorization[name]]));
  return { ...given, response_mode: responseMode, ui_locales: language };
}

function verifiedTick(text: string): Html {
  return html`<label class="tick"
    ><input type="checkbox" name="verified" value="true" checked /><span>${text}</span></label
  >`;
}

/** The page that posts a response to the app, cross-site when the app has another name. */
function formPost(address: URL, fields: Readonly<Record<string, string>>, language: Locale): SimulatorReply {
  const t = openIdPageTexts[language];
  const content = html`<h1>${t.backTitle}</h1>
    <form class="card" method="post" action="${address.href}">
      ${hiddenFields(fields)}
      <p>${t.back}</p>
      <button class="btn">${t.go}</button>
    </form>`;
  const shown = { language, title: t.backTitle, content, focused: true, script: FORM_POST_SCRIPT_PATH };
  return page(200, pageFrame(shown), { formAction: [address.origin] });
}

/** What Apple's response to a first sign-in contains besides the code: JSON, not signed. */
function userField({ givenName, familyName, email }: Person): string {
  return JSON.stringify({ name: { firstName: givenName, lastName: familyName }, email });
}

const choiceSchema = z.object({
  email: z.email().max(254),
  emailVerified: z.boolean(),
  givenName: z.string().max(80),
  familyName: z.string().max(80),
  isPrivate: z.boolean().optional(),
});

function chosenPerson(choice: string | null): Person | null {
  try {
    return choiceSchema.parse(JSON.parse(choice ?? ''));
  } catch {
    return null;
  }
}

function typedPerson(form: URLSearchParams): Person | null {
  const typed = personSchema.safeParse({ name: form.get('name'), email: form.get('email') });
  if (!typed.success) return null;
  const [givenName = '', ...rest] = typed.data.name.split(/\s+/);
  const emailVerified = form.get('verified') === 'true';
  return { email: typed.data.email, emailVerified, givenName, familyName: rest.join(' ') };
}

function missing(language: Locale): SimulatorReply {
  const { missingTitle: title, missing: text } = openIdPageTexts[language];
  return messagePage(400, language, { title, text });
}
