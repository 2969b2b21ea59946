import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DomainError } from '../../../kernel/domain-error.js';
import { AccountDirectory, type FoundAccount } from '../account/account-directory.js';
import { KnownDevices } from '../passwords/known-devices.js';
import type { EnteredCode } from '../second-factor/second-factors.js';
import { TakeCode } from '../second-factor/take-code.js';
import { IdentityLinks } from '../social/linking/identity-links.js';
import { OpenSession, type SignedIn } from './open-session.js';
import { SignInTickets, type Ticket } from './sign-in-tickets.js';

/** The second step of a sign-in. */
export class SignInWithCode extends Command<SignedIn> {
  constructor(
    /** The browser's key to the ticket of the first step. */
    readonly key: string | undefined,
    readonly code: EnteredCode,
    /** As `networkOf` names it. */
    readonly network: string,
  ) {
    super();
  }
}

/** What the first step showed is checked again: password, suspension and factor may have changed since. */
@CommandHandler(SignInWithCode)
export class SignInWithCodeHandler implements ICommandHandler<SignInWithCode> {
  constructor(
    private readonly tickets: SignInTickets,
    private readonly directory: AccountDirectory,
    private readonly codes: TakeCode,
    private readonly sessions: OpenSession,
    private readonly links: IdentityLinks,
    private readonly devices: KnownDevices,
  ) {}

  async execute({ key, code, network }: SignInWithCode): Promise<SignedIn> {
    const ticket = await this.tickets.find(key);
    const found = await this.waiting(ticket.value);
    const { device, deviceToken, identity, link } = ticket.value;
    const known = this.devices.idOf(deviceToken, found.account);
    const source =
      known === null ? ({ kind: 'stranger', network } as const) : { kind: 'device' as const, id: known };
    await this.codes.take(found, code, source);
    await this.tickets.remove(ticket);
    const proof = { hasCode: true, ...(identity !== undefined && { identity }) };
    const signedIn = await this.sessions.for(found, { device, deviceToken }, proof);
    if (!link) return signedIn;
    const { credentialId } = ticket.value;
    await this.links.link(found.uid, { ...link, credentialId });
    return { ...signedIn, account: (await this.directory.ownOf(found.uid)) ?? signedIn.account };
  }

  private async waiting({ uid, credentialId }: Ticket): Promise<FoundAccount> {
    const account = await this.directory.ownOf(uid);
    if (account?.credentialId !== credentialId || account.factorId === null)
      throw new DomainError('second_factor_expired');
    return { uid, account };
  }
}
