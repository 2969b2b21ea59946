import { SMTPServer } from 'smtp-server';
import { waitFor } from './wait-for.js';

/** A mail server that keeps what it receives, for a product without test mode. */
export class SmtpInbox {
  private readonly mails: string[] = [];
  private readonly server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _, done) => {
      let text = '';
      stream.on('data', (part: Buffer) => (text += part.toString()));
      stream.on('end', () => {
        this.mails.push(text);
        done();
      });
    },
  });

  static async open(): Promise<SmtpInbox> {
    const inbox = new SmtpInbox();
    await new Promise<void>((done) => inbox.server.listen(0, '127.0.0.1', done));
    return inbox;
  }

  get url(): string {
    const address = this.server.server.address();
    if (address === null || typeof address === 'string') throw new Error('the mail server has no port');
    return `smtp://127.0.0.1:${address.port}`;
  }

  /** The token of the newest link to a path in a mail to an address. */
  tokenTo(email: string, path: string): Promise<string> {
    return waitFor(`a link to ${path}`, () => {
      const mail = this.mails.findLast((text) => text.includes(`To: ${email}`));
      // Quoted-printable: "=3D" is an equals sign, and a line that ends with one goes on.
      const text = mail?.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? '';
      return Promise.resolve(new RegExp(`${path}\\S*token=([\\w-]+)`).exec(text)?.[1] ?? null);
    });
  }

  close(): Promise<void> {
    return new Promise((done) => this.server.close(() => done()));
  }
}
