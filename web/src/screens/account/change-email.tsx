import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { emailLinks } from '../../accounts/about/use-email';
import { PressedLink } from '../../accounts/pressed-link';

/** The target of both links in the mails about a change of address. */
export function ChangeEmailScreen() {
  const { t } = useTranslation();
  const end = useSearchParams()[0].get('at') === 'old' ? 'old' : 'new';
  return (
    <PressedLink
      title={t('about.confirmTitle')}
      lead={t(`about.confirmLead.${end}`)}
      press={(token) => emailLinks.confirm(token, end)}
      pressText={t(`about.confirmGo.${end}`)}
      doneText={({ missing: [missing] }) =>
        missing ? t(`about.stillMissing.${missing}`) : t('about.changed')
      }
      overText={t('about.confirmOver')}
      next={{ to: '/profile', text: t('about.toProfile') }}
    />
  );
}
