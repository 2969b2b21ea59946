import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Box, Group, Stack, Text } from '@mantine/core';
import { contactLinks } from '../../accounts/contact';
import { useConfig } from '../../accounts/use-config';
import { Wordmark } from '../../ui/parts/brand';
import { FooterFrame } from './footer';
import { LanguageToggle } from '../texts/language-toggle';

/** The footer of the public pages: every page, the policies and how to reach Flip. */
export function PublicFooter() {
  const { t } = useTranslation();
  const config = useConfig();
  return (
    <FooterFrame>
      <Box className="wrap footer-inner" pt="calc(var(--pad) * 2)" pb="xs">
        <div className="foot-columns">
          <Stack gap="xs">
            <Wordmark />
            <Text maw="34ch">{t('footer.what')}</Text>
          </Stack>
          <Column title="Flip">
            <Link to="/#how">{t('landing.how')}</Link>
            <Link to="/fees">{t('landing.policy.fees')}</Link>
            <Link to="/#questions">{t('nav.questions')}</Link>
          </Column>
          <Column title={t('footer.legal')}>
            <Link to="/terms">{t('landing.policy.terms')}</Link>
            <Link to="/privacy">{t('landing.policy.privacy')}</Link>
            {config?.company.complaintDays && <Link to="/#behind">{t('footer.complaints')}</Link>}
          </Column>
          <Column title={t('footer.help')}>
            {config && <a href={contactLinks(config.support).mail}>{config.support.email}</a>}
            {config && <a href={contactLinks(config.support).call}>{config.support.phone}</a>}
            {config?.support.hours && <span>{config.support.hours}</span>}
          </Column>
        </div>
        <Group className="rule" gap="var(--s-8) var(--s-24)">
          <span>© {new Date().getFullYear()} Flip</span>
          <span>{t('footer.location')}</span>
          <LicenseLine />
          <LanguageToggle ml={{ base: -4, sm: 'auto' }} />
        </Group>
      </Box>
    </FooterFrame>
  );
}

function LicenseLine() {
  const { t } = useTranslation();
  const { name, license } = useConfig()?.company ?? {};
  if (!name) return null;
  return <span>{license ? t('footer.license', { company: name, license }) : name}</span>;
}

function Column({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Stack gap={0} align="flex-start">
      <Text component="h2" c="var(--text)" fz="sm" lts={0}>
        {title}
      </Text>
      {children}
    </Stack>
  );
}
