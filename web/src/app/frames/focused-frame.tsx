import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
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
          <Link className="link muted" to="/dashboard">
            <Icon name="chevronLeft" />
            {t('nav.back')}
          </Link>
        </>
      }
    />
  );
}
