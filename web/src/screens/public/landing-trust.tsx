import { useTranslation } from 'react-i18next';
import type { PublicConfig } from '@kernel/people/accounts';
import { Text } from '@mantine/core';
import { contactLinks } from '../../accounts/contact';
import { useConfig } from '../../accounts/use-config';
import { Fact, Facts } from './facts';

/** Who is responsible for the money: the company, the providers, the people (decision 42). */
export function Behind() {
  const { t } = useTranslation();
  const config = useConfig();
  // Only a named company can be responsible.
  const isNamed = Boolean(config?.company.name);
  return (
    <section className="section band" id="behind" aria-labelledby="behind-title">
      <div className="wrap">
        <h2 id="behind-title">{t(isNamed ? 'landing.behind.title' : 'landing.behind.titlePlain')}</h2>
        {isNamed && (
          <Text maw="62ch" mt="xs" c="dimmed">
            {t('landing.behind.lead')}
          </Text>
        )}
        <Facts mt="lg">
          {config && <License {...config.company} />}
          <Fact icon="lock" title={t('landing.behind.data')}>
            <p>{t('landing.behind.dataText')}</p>
          </Fact>
          {config && <People support={config.support} />}
          <Fact icon="refund" title={t('landing.behind.wrong')}>
            <p>
              {t('landing.behind.wrongText')}{' '}
              {config?.company.complaintDays &&
                t('landing.behind.complaints', { count: config.company.complaintDays })}
            </p>
          </Fact>
        </Facts>
      </div>
    </section>
  );
}

function License({ name, license, regulator }: PublicConfig['company']) {
  const { t } = useTranslation();
  if (!name || !license) return null;
  return (
    <Fact icon="license" title={t('landing.behind.license')}>
      <p>
        {t('landing.behind.licenseText', { company: name, license })}{' '}
        {regulator && t('landing.behind.regulator', { regulator })}
      </p>
    </Fact>
  );
}

function People({ support }: Pick<PublicConfig, 'support'>) {
  const { t } = useTranslation();
  const links = contactLinks(support);
  return (
    <Fact icon="call" title={t('landing.behind.people')}>
      <p>
        <a href={links.call}>{support.phone}</a> {t('auth.or')} <a href={links.mail}>{support.email}</a>
        {support.hours && `, ${support.hours}`}
      </p>
    </Fact>
  );
}
