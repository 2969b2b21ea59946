import { useTranslation } from 'react-i18next';
import { TERMS_VERSION } from '@kernel/people/accounts';
import { Text } from '@mantine/core';
import { useTermsSections } from '../../accounts/sign-in/terms-text';
import { formatPolicyDate } from '../../lib/format';
import { PolicySections } from '../../ui/parts/policy';
import { PolicyPage } from '../../ui/parts/policy-page';

/** The terms of service. */
export function TermsScreen() {
  const { t, i18n } = useTranslation();
  const sections = useTermsSections();
  return (
    <PolicyPage
      title={t('terms.title')}
      lead={t('terms.lead')}
      sections={sections}
      dates={
        <Text fz="sm" c="var(--text-3)">
          {t('policy.updated', { date: formatPolicyDate(TERMS_VERSION, i18n.language) })}
        </Text>
      }
    >
      <PolicySections sections={sections} headingLevel={2} />
    </PolicyPage>
  );
}
