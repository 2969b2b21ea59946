import { SMTPServer } from 'smtp-server';
import { waitFor } from './wait-for.js';

interface Mail {
  readonly to: string;
  readonly source: string;
}

/** A mail server that keeps what it receives, for a product without test mode. */
export class SmtpInbox {
  readonly mails: Mail[] = [];
  private readonly server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const source = Buffer.concat(chunks).toString();
        this.mails.push(...envelope.rcptTo.map(({ address }) => ({ to: address, source })));
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

  /** The nth mail to an address (with a link to `path`), once it has arrived. */
  mailTo(email: string, { path = '/', nth = 0 } = {}): Promise<Mail> {
    return waitFor(`a mail to ${email}`, () =>
      Promise.resolve(this.mails.filter(({ to, source }) => to === email && source.includes(path))[nth]),
    );
  }

  /** The token of the newest link to a path in a mail to an address. */
  tokenTo(email: string, path: string): Promise<string> {
    return waitFor(`a link to ${path}`, () => {
      const mail = this.mails.findLast(({ to, source }) => to === email && textOf(source).includes(path));
      return Promise.resolve(mail ? tokenIn(mail) : null);
    });
  }

  close(): Promise<void> {
    return new Promise((done) => this.server.close(() => done()));
  }
}

/** The token in a mail's link. */
export function tokenIn({ source }: Pick<Mail, 'source'>): string {
  const text = textOf(source);
  const token = /token=([A-Za-z0-9_-]{43})/.exec(text)?.[1];
  if (token === undefined) throw new Error(`No token in ${text}`);
  return token;
}

/** Quoted-printable: "=3D" is an equals sign, and a line that ends with one continues. */
export function textOf(source: string): string {
  return source.replace(/=\r?\n/g, '').replaceAll('=3D', '=');
}

/** The code in a mail that asks to type it. */
export function codeIn({ source }: Pick<Mail, 'source'>): string {
  const [code] = /\b[2-9A-Z]{4}(?:-[2-9A-Z]{4}){2}\b/.exec(textOf(source)) ?? [];
  if (code === undefined) throw new Error('no code in the mail');
  return code;
}
