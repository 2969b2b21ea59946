import '../../accounts/account.css';
import { useTranslation } from 'react-i18next';
import { Box, Stack } from '@mantine/core';
import { ButtonLink } from '../../ui/forms/button';
import { Notice } from '../../ui/feedback/notice';
import { PageHeading } from '../../ui/parts/page-heading';
import { Muted } from '../../ui/parts/text';

/** The farewell after an account was closed. */
export function ClosedScreen() {
  const { t } = useTranslation();
  return (
    <Box w="100%" maw="var(--form)" mx="auto">
      <PageHeading title={t('closing.closedTitle')}>{t('closing.closedTitle')}</PageHeading>
      <Stack gap="md" mt="lg">
        <Notice tone="success" icon="checkCircle" role="status">
          {t('closing.closedDone')}
        </Notice>
        <Muted>{t('closing.closedText')}</Muted>
        <ButtonLink tone="primary" block to="/">
          {t('closing.home')}
        </ButtonLink>
      </Stack>
    </Box>
  );
}
