import { useTranslation } from 'react-i18next';
import { renderSVG } from 'uqr';
import type { SecondFactorSecret } from '@kernel/people/accounts';
import { Box, Flex, Group, Text } from '@mantine/core';
import { useProblemText } from '../../lib/api/use-problem-text';
import { Button } from '../../ui/forms/button';
import { CodeField } from '../../ui/forms/code-field';
import { copyText } from '../../ui/parts/copy-text';
import { Muted } from '../../ui/parts/text';
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
      <Flex direction={{ base: 'column', sm: 'row' }} gap={{ base: 16, sm: 32 }}>
        <QrCode uri={uri} />
        <Box flex={1} miw={0}>
          <Text component="h2" fz="md" lts={0}>
            {t('factor.scan')}
          </Text>
          <Muted>{t('factor.scanText')}</Muted>
          <Group
            justify="space-between"
            gap="xs"
            my="var(--s-16) var(--s-8)"
            p="var(--s-8) var(--s-8) var(--s-8) var(--s-16)"
            bdrs="md"
            bg="var(--surface-2)"
          >
            <Text span className="wrap-anywhere" ff="monospace">
              {inGroups(secret)}
            </Text>
            <Button
              size="xs"
              icon="copy"
              onClick={() => {
                void copyText(secret, t('factor.keyCopied'));
              }}
            >
              {t('factor.copy')}
            </Button>
          </Group>
          <p className="hint">{t('factor.keyHint')}</p>
        </Box>
      </Flex>
      <Flex
        className="rule connect-code"
        direction={{ base: 'column', sm: 'row' }}
        align={{ base: 'stretch', sm: 'flex-start' }}
        gap="md"
        mt="lg"
        mx="calc(var(--pad) * -1)"
        pt="lg"
        px="var(--pad)"
      >
        <CodeField {...field('code')} flex={1} label={t('factor.firstCode')} />
        <Button miw={160} type="submit" tone="primary" busy={busy} busyText={t('factor.connecting')}>
          {t('factor.connect')}
        </Button>
      </Flex>
      {problem !== null && (
        <Box mt="md">
          <SummaryBox title={problemText(problem)} attempt={attempt} />
        </Box>
      )}
    </form>
  );
}

/** An image, so that the page's policy allows it. */
const qrCode = (uri: string): string =>
  `data:image/svg+xml,${encodeURIComponent(renderSVG(uri, { border: 0 }))}`;

const inGroups = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');

/** Cameras need dark on light, in both color schemes. */
function QrCode({ uri }: { readonly uri: string }) {
  const { t } = useTranslation();
  const frame = { p: 'sm', bd: '1px solid var(--border)', bdrs: 'md', bg: '#ffffff' } as const;
  return (
    <Box component="img" flex="none" w={200} h={200} {...frame} src={qrCode(uri)} alt={t('factor.qr')} />
  );
}
