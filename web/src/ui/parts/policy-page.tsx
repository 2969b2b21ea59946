import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Box, Flex, Text } from '@mantine/core';
import { PageHeading } from './page-heading';
import type { PolicySection } from './policy';

interface PolicyPageProps {
  readonly title: string;
  /** A summary of the page, in a sentence or two. */
  readonly lead: string;
  /** Its dates. */
  readonly dates: ReactNode;
  /** For the contents. */
  readonly sections: readonly PolicySection[];
  readonly children: ReactNode;
}

/** A policy page: introduction, table of contents, then its parts. */
export function PolicyPage({ title, lead, dates, sections, children }: PolicyPageProps) {
  const { t } = useTranslation();
  return (
    <Box className="wrap" pt="var(--pad)" pb={96}>
      <Box component="header" className="line-below" pb="var(--gutter)">
        <PolicyIntro title={title} lead={lead} />
        <Box mt="md">{dates}</Box>
      </Box>
      <Flex
        direction={{ base: 'column', md: 'row' }}
        align={{ base: 'stretch', md: 'flex-start' }}
        columnGap={64}
      >
        <nav className="policy-contents" aria-label={t('policy.contents')}>
          <Text component="h2" fz="sm" c="var(--text-3)" lts={0}>
            {t('policy.contents')}
          </Text>
          <ol>
            {sections.map((section) => (
              <li key={section.id}>
                <a href={`#${section.id}`}>{section.title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <article className="policy-body">{children}</article>
      </Flex>
    </Box>
  );
}

/** The page's name and what it is about. */
export function PolicyIntro({ title, lead }: Pick<PolicyPageProps, 'title' | 'lead'>) {
  return (
    <>
      <PageHeading title={title} fz={{ base: 'xl', sm: 40 }} lh={1.1}>
        {title}
      </PageHeading>
      <Text maw="60ch" mt="sm" c="dimmed" fz={{ base: 'md', sm: 'lg' }} lh={1.5}>
        {lead}
      </Text>
    </>
  );
}
