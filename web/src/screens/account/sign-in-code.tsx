import '../../accounts/account.css';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { Box, Text } from '@mantine/core';
import { CodeForm } from '../../accounts/second-factor/code-form';
import { useSession } from '../../accounts/use-session';
import { OpenWanted } from '../../accounts/wanted-page';
import { Card } from '../../ui/parts/card';
import { Icon } from '../../ui/parts/icon';
import { PageHeading } from '../../ui/parts/page-heading';
import type { SignInState } from './sign-in';

/** The second step of a sign-in, for accounts with a second factor. */
export function SignInCodeScreen() {
  const { t } = useTranslation();
  const { session } = useSession();
  const state = (useLocation().state ?? {}) as SignInState;
  if (session.status === 'signed-in') return <OpenWanted me={session.me} />;
  return (
    <Box w="100%" maw={448} mx="auto" py="md">
      <PageHeading title={t('factor.enterTitle')}>{t('factor.enterTitle')}</PageHeading>
      <p className="form-lead">{t('factor.enterLead')}</p>
      <Card>
        <CodeForm />
      </Card>
      <Text className="note wrap-anywhere" mt="md">
        <Icon name="lock" />
        {state.email === undefined
          ? t('factor.limits')
          : `${t('factor.signingInAs', { email: state.email })} ${t('factor.limits')}`}
      </Text>
    </Box>
  );
}
