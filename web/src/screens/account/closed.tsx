import { useTranslation } from 'react-i18next';
import { Stack } from '@mantine/core';
import { ButtonLink } from '../../ui/forms/button';
import { Notice } from '../../ui/feedback/notice';
import { FormPage } from '../../ui/parts/form-page';
import { Muted } from '../../ui/parts/text';

/** The farewell after an account was closed. */
export function ClosedScreen() {
  const { t } = useTranslation();
  return (
    <FormPage title={t('closing.closedTitle')}>
      <Stack gap="md" mt="lg">
        <Notice tone="success" icon="checkCircle" role="status">
          {t('closing.closedDone')}
        </Notice>
        <Muted>{t('closing.closedText')}</Muted>
        <ButtonLink tone="primary" block to="/">
          {t('closing.home')}
        </ButtonLink>
      </Stack>
    </FormPage>
  );
}
