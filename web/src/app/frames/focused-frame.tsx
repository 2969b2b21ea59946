import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Box } from '@mantine/core';
import { Brand } from '../../ui/parts/brand';
import { Icon } from '../../ui/parts/icon';
import { FocusedPage } from './focused-page';

/** The frame of the payment: the logo and the way back, no other links. */
export function FocusedFrame() {
  const { t } = useTranslation();
  return (
    <FocusedPage
      bar={
        <>
          <Brand to="/dashboard" />
          <Box component={Link} className="link" c="dimmed" to="/dashboard">
            <Icon name="chevronLeft" />
            {t('nav.back')}
          </Box>
        </>
      }
    />
  );
}
