import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Text } from '@mantine/core';
import { Contact } from '../../accounts/contact';
import { useConfig } from '../../accounts/use-config';
import { formatPolicyDate } from '../../lib/format';
import { Paragraphs, Points, PolicySections, type PolicySection } from '../../ui/parts/policy';
import { PolicyPage } from '../../ui/parts/policy-page';

/** One stored date, in force and last changed (decision 31). */
const PRIVACY_DATE = '2025-09-01';

/** What is collected for knowing the customer and against money laundering (specification §1). */
const COLLECTED = [
  'name',
  'birthDate',
  'address',
  'phone',
  'email',
  'governmentId',
  'selfie',
  'ssn',
  'card',
  'history',
  'device',
];

/** How personal data is handled. */
export function PrivacyScreen() {
  const { t, i18n } = useTranslation();
  const sections = usePrivacySections();
  const date = formatPolicyDate(PRIVACY_DATE, i18n.language);
  return (
    <PolicyPage
      title={t('privacy.title')}
      lead={t('privacy.lead')}
      sections={sections}
      dates={
        <Text fz="sm" c="var(--text-3)">
          {t('policy.effective', { date })} · {t('policy.updated', { date })}
        </Text>
      }
    >
      <PolicySections sections={sections} headingLevel={2} />
    </PolicyPage>
  );
}

function usePrivacySections(): readonly PolicySection[] {
  const { t } = useTranslation();
  const support = useConfig()?.support;
  return [
    {
      ...heading(t, 'collect'),
      content: (
        <>
          <p>{t('privacy.collectLead')}</p>
          <Points texts={COLLECTED.map((what) => t(`privacy.collected.${what}`))} />
          <p>{t('privacy.collectEnd')}</p>
        </>
      ),
    },
    part(t, 'who', ['privacy.whoPersona', 'privacy.whoCard', 'privacy.whoFlip']),
    list(t, 'use', ['privacy.useDeliver', 'privacy.useIdentity', 'privacy.useLaw', 'privacy.useSecurity']),
    part(t, 'keep', ['privacy.kept', 'privacy.encrypted']),
    part(t, 'share', ['privacy.neverSold', 'privacy.noMarketing', 'privacy.sharedWith']),
    part(t, 'choices', ['privacy.choicesProfile', 'privacy.choicesMail', 'privacy.choicesAsk']),
    part(t, 'browser', ['privacy.browserSession', 'privacy.browserStorage']),
    part(t, 'age', ['privacy.age']),
    {
      ...heading(t, 'contact'),
      content: support && <Contact text="privacy.contact" support={support} />,
    },
  ];
}

function heading(t: TFunction, id: string) {
  return { id, title: t(`privacy.heading.${id}`) };
}

function part(t: TFunction, id: string, keys: readonly string[]): PolicySection {
  return { ...heading(t, id), content: <Paragraphs texts={keys.map((key) => t(key))} /> };
}

function list(t: TFunction, id: string, keys: readonly string[]): PolicySection {
  return { ...heading(t, id), content: <Points texts={keys.map((key) => t(key))} /> };
}
