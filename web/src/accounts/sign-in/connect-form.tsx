import { useTranslation } from 'react-i18next';
import { renderSVG } from 'uqr';
import type { SecondFactorSecret } from '@kernel/people/accounts';
import { useProblemText } from '../../lib/api/use-problem-text';
import { Button } from '../../ui/forms/button';
import { CodeField } from '../../ui/forms/code-field';
import { copyText } from '../../ui/parts/copy-text';
import { SummaryBox } from '../../ui/forms/error-summary';
import { useCheckedForm } from '../../ui/forms/use-checked-form';
import { checkCode } from '../passwords/checks';
import { useSecondFactorCommands } from '../second-factor/use-second-factor';

interface ConnectFormProps {
  readonly secret: SecondFactorSecret;
  readonly onConnected: (recoveryCodes: readonly string[]) => void;
}

/** The QR code and the key of a new second factor, and its first code. */
export function ConnectForm({ secret: { secret, uri }, onConnected }: ConnectFormProps) {
  const { t } = useTranslation();
  const { confirm } = useSecondFactorCommands();
  const problemText = useProblemText();
  const { busy, attempt, problem, field, onSubmit } = useCheckedForm({
    name: 'connect',
    initialValues: { code: '' },
    checks: { code: checkCode },
    send: async ({ code }) => {
      onConnected((await confirm(code)).recoveryCodes);
      return undefined;
    },
  });
  return (
    <form noValidate onSubmit={onSubmit}>
      <div className="connect">
        <img className="qr" src={qrCode(uri)} alt={t('factor.qr')} />
        <div>
          <h2 className="plain-heading">{t('factor.scan')}</h2>
          <p className="muted t14">{t('factor.scanText')}</p>
          <div className="key-line">
            <span className="mono wrap-anywhere">{inGroups(secret)}</span>
            <Button
              size="xs"
              icon="copy"
              onClick={() => {
                void copyText(secret, t('factor.keyCopied'));
              }}
            >
              {t('factor.copy')}
            </Button>
          </div>
          <p className="hint">{t('factor.keyHint')}</p>
        </div>
      </div>
      <div className="connect-code">
        <CodeField {...field('code')} label={t('factor.firstCode')} />
        <Button type="submit" tone="primary" busy={busy} busyText={t('factor.connecting')}>
          {t('factor.connect')}
        </Button>
      </div>
      {problem !== null && (
        <div className="above-16">
          <SummaryBox title={problemText(problem)} attempt={attempt} />
        </div>
      )}
    </form>
  );
}

/** An image, so that the page's policy allows it. */
const qrCode = (uri: string): string =>
  `data:image/svg+xml,${encodeURIComponent(renderSVG(uri, { border: 0 }))}`;

const inGroups = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
