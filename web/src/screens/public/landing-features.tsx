import './landing.css';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Flex, SimpleGrid, Stack, ThemeIcon } from '@mantine/core';
import { Icon, type IconName } from '../../ui/parts/icon';
import { Muted } from '../../ui/parts/text';

const FEATURES: readonly { readonly id: string; readonly icon: IconName }[] = [
  { id: 'price', icon: 'document' },
  { id: 'platforms', icon: 'phone' },
  { id: 'steps', icon: 'clock' },
  { id: 'refund', icon: 'refund' },
];

/** What to rely on, in four cards. */
export function Features() {
  const { t } = useTranslation();
  return (
    <section className="wrap section" aria-labelledby="features-title">
      <h2 id="features-title">{t('landing.features')}</h2>
      <SimpleGrid
        cols={{ base: 1, sm: 2, lg: 4 }}
        spacing="var(--pad)"
        mt="lg"
        renderRoot={(props) => <ul {...props} />}
      >
        {FEATURES.map(({ id, icon }) => (
          <Flex component="li" key={id} className="card" direction={{ base: 'row', sm: 'column' }} gap="md">
            <ThemeIcon>
              <Icon name={icon} />
            </ThemeIcon>
            <Stack gap={4}>
              <h3>{t(`landing.feature.${id}`)}</h3>
              <Muted>{t(`landing.feature.${id}Text`)}</Muted>
            </Stack>
          </Flex>
        ))}
      </SimpleGrid>
    </section>
  );
}

/** The ways to the policies. */
export function Policies() {
  const { t } = useTranslation();
  return (
    <section className="wrap section" aria-labelledby="rules-title">
      <h2 id="rules-title">{t('landing.rules')}</h2>
      <SimpleGrid
        cols={{ base: 1, sm: 3 }}
        spacing="var(--pad)"
        mt="lg"
        renderRoot={(props) => <ul {...props} />}
      >
        {['privacy', 'terms', 'fees'].map((id) => (
          <li key={id}>
            <Flex
              component={Link}
              className="card"
              justify="space-between"
              gap="md"
              h="100%"
              c="var(--text)"
              td="none"
              to={`/${id}`}
            >
              <Stack component="span" gap={4}>
                <b>{t(`landing.policy.${id}`)}</b>
                <Muted span>{t(`landing.policy.${id}Text`)}</Muted>
              </Stack>
              <Icon name="arrowRight" />
            </Flex>
          </li>
        ))}
      </SimpleGrid>
    </section>
  );
}
