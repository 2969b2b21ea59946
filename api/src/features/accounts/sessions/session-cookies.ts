import { Injectable } from '@nestjs/common';
import { parseCookie, type SetCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Clock } from '../../../config/clock.js';
import { Config, publicUrl } from '../../../config/config.js';
import { DEVICE_LIFETIME_DAYS } from '../passwords/known-devices.js';
import { ATTEMPT_LIFETIME_MS } from '../social/social-attempts.js';
import { SecondFactorRequired, TICKET_LIFETIME_MS } from '../sign-in/sign-in-tickets.js';
import { ACCESS_LIFETIME_MS } from './access-tokens.js';
import type { OpenedSession } from './session-store.js';

/** Tells the page that a session may exist, so that it requests /me; contains nothing else. */
const HINT = 'flip_hint';
/** Longest cookie header that is parsed. */
const HEADER_MAX_LENGTH = 8_192;
/** Both stages of a sign-in with a provider; the vault's record ends each of them. */
const SOCIAL_SECONDS = (2 * ATTEMPT_LIFETIME_MS) / 1_000;
const DEVICE_LIFETIME_SECONDS = DEVICE_LIFETIME_DAYS * 24 * 60 * 60;

/** The session's cookies, with the `__Host-` prefix (secure, this host only) except on plain-HTTP loopback. */
@Injectable()
export class SessionCookies {
  private readonly secure: boolean;
  private readonly names: {
    readonly access: string;
    readonly refresh: string;
    readonly device: string;
    readonly social: string;
    readonly socialUser: string;
    readonly ticket: string;
  };

  constructor(
    config: Config,
    private readonly clock: Clock,
  ) {
    this.secure = publicUrl(config).startsWith('https:');
    const prefix = this.secure ? '__Host-' : '';
    this.names = {
      access: `${prefix}flip_at`,
      refresh: `${prefix}flip_rt`,
      device: `${prefix}flip_device`,
      social: `${prefix}flip_social`,
      socialUser: `${prefix}flip_social_user`,
      ticket: `${prefix}flip_ticket`,
    };
  }

  access(request: FastifyRequest): string | undefined {
    return this.read(request, this.names.access);
  }

  refresh(request: FastifyRequest): string | undefined {
    return this.read(request, this.names.refresh);
  }

  device(request: FastifyRequest): string | undefined {
    return this.read(request, this.names.device);
  }

  /** The key of a sign-in with a provider that is under way. */
  social(request: FastifyRequest): string | undefined {
    return this.read(request, this.names.social);
  }

  setSocial(reply: FastifyReply, value: string): void {
    this.add(reply, { name: this.names.social, value, maxAge: SOCIAL_SECONDS });
  }

  /** The name from a posted response, which Apple sends only once: kept from the form to the new account. */
  socialUser(request: FastifyRequest): string | undefined {
    return this.read(request, this.names.socialUser);
  }

  setSocialUser(reply: FastifyReply, value: string): void {
    this.add(reply, { name: this.names.socialUser, value, maxAge: SOCIAL_SECONDS });
  }

  clearSocial(reply: FastifyReply): void {
    for (const name of [this.names.social, this.names.socialUser])
      this.add(reply, { name, value: '', maxAge: 0 });
  }

  /** The key of a sign-in that waits for the code of a second factor. */
  ticket(request: FastifyRequest): string | undefined {
    return this.read(request, this.names.ticket);
  }

  private setTicket(reply: FastifyReply, value: string): void {
    this.add(reply, { name: this.names.ticket, value, maxAge: TICKET_LIFETIME_MS / 1_000 });
  }

  /** A sign-in; its ticket, where it waits for a code. */
  async orTicket<Result>(reply: FastifyReply, signIn: Promise<Result>): Promise<Result> {
    try {
      return await signIn;
    } catch (error) {
      if (error instanceof SecondFactorRequired) this.setTicket(reply, error.ticket);
      throw error;
    }
  }

  clearTicket(reply: FastifyReply): void {
    this.add(reply, { name: this.names.ticket, value: '', maxAge: 0 });
  }

  /** Sets the session's cookies. */
  set(reply: FastifyReply, accessToken: string, { refreshToken, family }: OpenedSession): void {
    const secondsLeft = Math.max(0, Math.floor((family.expiresAtMs - this.clock.now()) / 1_000));
    const accessSeconds = Math.min(secondsLeft, ACCESS_LIFETIME_MS / 1_000);
    this.add(reply, { name: this.names.access, value: accessToken, maxAge: accessSeconds });
    this.add(reply, { name: this.names.refresh, value: refreshToken, maxAge: secondsLeft });
    this.add(reply, { name: HINT, value: '1', maxAge: secondsLeft, httpOnly: false });
  }

  /** Marks the browser as having signed in, beyond the session. */
  setDevice(reply: FastifyReply, value: string): void {
    this.add(reply, { name: this.names.device, value, maxAge: DEVICE_LIFETIME_SECONDS });
  }

  /** Clears the session's cookies. */
  clear(reply: FastifyReply): void {
    for (const name of [this.names.access, this.names.refresh])
      this.add(reply, { name, value: '', maxAge: 0 });
    this.add(reply, { name: HINT, value: '', maxAge: 0, httpOnly: false });
  }

  private read(request: FastifyRequest, name: string): string | undefined {
    const header = request.headers.cookie;
    if (header === undefined || header.length > HEADER_MAX_LENGTH) return undefined;
    return parseCookie(header)[name];
  }

  private add(reply: FastifyReply, cookie: SetCookie): void {
    const attributes = { httpOnly: true, sameSite: 'lax', path: '/', secure: this.secure } as const;
    void reply.header('set-cookie', stringifySetCookie({ ...attributes, ...cookie }));
  }
}
